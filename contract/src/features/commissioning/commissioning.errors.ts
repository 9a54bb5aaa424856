import { defineErrors } from '../../kernel/errors.ts'

export const commissioningErrors = defineErrors({
  WALK_NOT_FOUND: 404,
  /** Nothing of it can be changed any more. */
  WALK_ENDED: 409,
  /** With `limit`. */
  WALK_LIMIT: 409,
  /** With `by` where somebody else is at the lamp; without where it was given to nobody. */
  WALK_LAMP_NOT_YOURS: 409,
})
