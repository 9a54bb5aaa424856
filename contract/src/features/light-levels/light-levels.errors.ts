import { defineErrors } from '../../kernel/errors.ts'

export const lightLevelErrors = defineErrors({
  /** None of the lamps takes levels. */
  NO_LAMP_FOLLOWS: 409,
  /** None of the units is connected; with their topics as `units`. */
  LIGHT_UNITS_AWAY: 409,
})
