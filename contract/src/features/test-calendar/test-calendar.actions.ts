import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, limitYears, line, page, plantId, text } from '../../kernel/primitives.ts'
import { testKinds } from '../emergency-tests/test-run.ts'
import {
  calendarDay,
  calendarFeed,
  calendarLimits,
  calendarPlant,
  calendarTest,
  firstTest,
  lightRepeat,
  nextTest,
  planChange,
  planEnd,
} from './test-calendar.ts'

const ofYear = { year: z.int().min(2000).max(2099), plantId: plantId.optional() }

/** Past and coming tests of all plants, and calendar feeds. */
export const testCalendarActions = defineActions({
  /**
   * Counts the tests of each day of a year in all plants of the caller, or in one: planned and executed tests, and
   * light measurements due. Days are those of each plant's zone; Basic plants show the last 30 days of the past.
   */
  getTestYear: {
    permission: 'signedIn',
    input: z.strictObject({ ...ofYear, ofKind: z.enum(testKinds).optional() }),
    output: z.object({
      /** Days with tests, in order. */
      days: z.array(calendarDay).max(366),
      /** Whether the platform starts some of the planned tests. */
      byPlatform: z.boolean(),
      /** Whether the past of some plants is hidden because they are Basic. */
      historyLimited: z.boolean(),
      /** The requested plant; null for all plants. */
      plant: calendarPlant.nullable(),
    }),
    errors: ['PLANT_NOT_FOUND'],
    effect: 'read',
    program: 'read',
    cost: 4,
  },
  /** Lists the tests of a month or a day in all plants of the caller, or in one, earliest first, in pages. */
  getTestMonth: {
    permission: 'signedIn',
    input: z.strictObject({
      month: limitYears(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
      /** Day of the month; the whole month if left out. */
      day: z.int().min(1).max(31).optional(),
      plantId: plantId.optional(),
      ofKind: z.enum(testKinds).optional(),
      /** Part of the name of a plant, or of the serial number or description of a unit. */
      search: line(80).default(''),
      page,
      pageSize: z.int().min(1).max(calendarLimits.testsPerPage).default(25),
    }),
    output: z.object({ tests: z.array(calendarTest).max(calendarLimits.testsPerPage), total: count }),
    errors: ['PLANT_NOT_FOUND'],
    effect: 'read',
    program: 'read',
    cost: 4,
  },
  /** Returns the first planned test from now on in the caller's plants, or in one; null if none is planned. */
  getFirstTest: {
    permission: 'signedIn',
    input: z.strictObject({ plantId: plantId.optional() }),
    output: z.object({ test: firstTest.nullable() }),
    errors: ['PLANT_NOT_FOUND'],
    effect: 'read',
    program: 'read',
    cost: 2,
  },
  /** Lists changes of test schedules by people in a year, newest first, in pages. */
  getTestPlanChanges: {
    permission: 'signedIn',
    input: z.strictObject({
      ...ofYear,
      page,
      pageSize: z.int().min(1).max(calendarLimits.changesPerPage).default(25),
    }),
    output: z.object({ changes: z.array(planChange).max(calendarLimits.changesPerPage), total: count }),
    errors: ['PLANT_NOT_FOUND'],
    effect: 'read',
    program: 'read',
    cost: 2,
  },
  /** Lists the light measurements due in a year, earliest first, in pages. */
  getLightRepeats: {
    permission: 'signedIn',
    input: z.strictObject({
      ...ofYear,
      page,
      pageSize: z.int().min(1).max(calendarLimits.lightRepeatsPerPage).default(25),
    }),
    output: z.object({ repeats: z.array(lightRepeat).max(calendarLimits.lightRepeatsPerPage), total: count }),
    errors: ['PLANT_NOT_FOUND'],
    effect: 'read',
    program: 'read',
    cost: 2,
  },
  /**
   * Returns for each unit and kind the platform's next test, from a year plan or held for a time; also the end of the
   * current plan, from 30 days before it.
   */
  getNextTests: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ tests: z.array(nextTest), planEnd: planEnd.nullable() }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /** Lists the caller's calendar feeds, newest first. */
  getCalendarFeeds: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ feeds: z.array(calendarFeed) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Creates a calendar feed with the next tests of the caller's plants, or of one. Its address is returned once; in a
   * repeated answer it is null.
   */
  createCalendarFeed: {
    permission: 'signedIn',
    input: z.strictObject({ name: text(60), plantId: plantId.optional() }),
    output: z.object({ feed: calendarFeed, address: z.url().nullable() }),
    secretOutput: ['address'],
    errors: ['PLANT_NOT_FOUND', 'FEED_LIMIT'],
    effect: 'write',
    about: 'feed',
  },
  /** Revokes a calendar feed of the caller, which is then not found. */
  revokeCalendarFeed: {
    permission: 'signedIn',
    input: z.strictObject({ feedId: id }),
    output: z.object({}),
    errors: ['FEED_NOT_FOUND'],
    effect: 'write',
    about: 'feed',
  },
})

export const testCalendarErrors = defineErrors({
  FEED_NOT_FOUND: 404,
  /** With `limit`. */
  FEED_LIMIT: 409,
})
