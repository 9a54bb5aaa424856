import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, text } from '../../kernel/primitives.ts'
import { calendarFeed, nextTest, planEnd, testCalendar } from './test-calendar.ts'

export const testCalendarActions = defineActions({
  /**
   * The tests of a year in all plants of the caller, or in one: those that units plan, those that were run, and who changed the plan.
   * Days are those of each plant's zone. A Basic plant shows the past of the last 30 days.
   */
  getTestCalendar: {
    permission: 'signedIn',
    input: z.strictObject({ year: z.int().min(2000).max(2099), plantId: plantId.optional() }),
    output: testCalendar,
    errors: ['PLANT_NOT_FOUND'],
    effect: 'read',
    cost: 4,
  },
  /**
   * Of each unit and kind the next test that the platform starts, by a year plan or because somebody asked for it at a time; and the end of the
   * plan in force, from 30 days before it on.
   */
  getNextTests: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ tests: z.array(nextTest), planEnd: planEnd.nullable() }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /** The caller's addresses for calendar programs, the newest first. */
  getCalendarFeeds: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ feeds: z.array(calendarFeed) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Makes an address under which a calendar program reads the next tests of the caller's plants, or of one. It is answered this once:
   * the address of a repetition is null.
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
  /** Ends an address of the caller: from now on it is not found. */
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
