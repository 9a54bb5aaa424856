import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, text } from '../../kernel/primitives.ts'
import { calendarFeed, nextTest, planEnd, testCalendar } from './test-calendar.ts'

/** Past and coming tests of all plants, and calendar feeds. */
export const testCalendarActions = defineActions({
  /**
   * Returns the tests of a year in all plants of the caller, or in one: tests planned by units, executed tests, and changes of the plan.
   * Days are those of each plant's zone; Basic plants show the last 30 days of the past.
   */
  getTestCalendar: {
    permission: 'signedIn',
    input: z.strictObject({ year: z.int().min(2000).max(2099), plantId: plantId.optional() }),
    output: testCalendar,
    errors: ['PLANT_NOT_FOUND'],
    effect: 'read',
    program: 'read',
    cost: 4,
  },
  /**
   * Returns for each unit and kind the next test that the platform starts, from a year plan or held for a time; also the end of the current
   * plan, from 30 days before it.
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
   * Creates a calendar feed with the next tests of the caller's plants, or of one. Its address is returned once; in a repeated answer it is
   * null.
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
