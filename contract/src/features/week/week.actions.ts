import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { plantId } from '../../kernel/primitives.ts'
import { maxOutlooks } from './max-outlooks.ts'
import { newEntries } from './new-entry.ts'
import { plantOutlook } from './plant-outlook.ts'
import { doneDuty, maxListedDone, week } from './week.ts'

/** Duties of a person, the outlook of plants, and news since the last visit. */
export const weekActions = defineActions({
  /**
   * Returns the duties of the caller's role, overdue or due today or in the next six days, in all plants in use or in
   * one; also the first later one. Days are in each plant's zone. For the office without a plant: the accounts waiting
   * for validation.
   */
  getWeek: {
    permission: 'signedIn',
    input: z.strictObject({ plantId: plantId.optional() }),
    output: week,
    errors: ['PLANT_NOT_FOUND'],
    effect: 'read',
    program: 'read',
    cost: 6,
  },
  /**
   * Returns the tests, proven repairs and signatures of the last seven days in all plants in use of the caller, newest
   * first, as far as the caller's role sees such duties.
   */
  getWeekDone: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ done: z.array(doneDuty).max(maxListedDone) }),
    errors: [],
    effect: 'read',
    program: 'read',
    cost: 4,
  },
  /**
   * Returns the newest logbook entries since the caller's last visit, or of the last 30 days, in all plants in use of
   * the caller. The call counts as a visit; calls within an hour of each other are one.
   */
  getNewEntries: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: newEntries,
    errors: [],
    effect: 'read',
    program: 'none',
    cost: 4,
  },
  /**
   * Returns the verdict over all rules, the present state and the next test of plants in use, in the order of the
   * input. Plants hidden from the caller are left out.
   */
  getPlantOutlooks: {
    permission: 'signedIn',
    input: z.strictObject({ plantIds: z.array(plantId).min(1).max(maxOutlooks) }),
    output: z.object({ outlooks: z.array(plantOutlook).max(maxOutlooks) }),
    errors: [],
    effect: 'read',
    program: 'read',
    cost: 10,
  },
})
