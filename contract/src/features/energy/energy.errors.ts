import { defineErrors } from '../../kernel/errors.ts'

export const energyErrors = defineErrors({
  /** Two tariffs, or two rates of one, hold for the same hour; says which. */
  TARIFF_OVERLAP: 409,
  /** The chosen period is not over yet by the clock of the plant. */
  BASELINE_NOT_OVER: 409,
})
