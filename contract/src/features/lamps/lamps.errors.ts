import { defineErrors } from '../../kernel/errors.ts'

export const lampErrorCodes = defineErrors({
  LAMP_NOT_FOUND: 404,
  NO_DEVICE_SELECTED: 400,
  /** A lamp does not take a parameter; the details name lamp and parameter. */
  PARAMETER_NOT_SUPPORTED: 409,
})
