import { defineErrors } from '../../kernel/errors.ts'

export const remotePanelErrors = defineErrors({
  /** Longer than the operator allows; with the `most` minutes. */
  INHIBITION_TOO_LONG: 400,
  /** None of the units can be asked now; with them as `units`, and `because` the first is not. */
  NO_UNIT_INHIBITED: 409,
})
