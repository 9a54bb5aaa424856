import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { plantId } from '../../kernel/primitives.ts'
import { week } from './week.ts'

/** Duties of a person. */
export const weekActions = defineActions({
  /**
   * Returns the duties of the caller's role that are overdue, or due today or in the next six days, in all plants in use or in one; also the
   * first one after that. Days are those of each plant's zone. For the office without a plant: the accounts that wait for validation.
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
})
