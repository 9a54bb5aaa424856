import { defineErrors } from '../../kernel/errors.ts'

export const lampErrorCodes = defineErrors({
  LAMP_NOT_FOUND: 404,
  NO_DEVICE_SELECTED: 400,
  /** A lamp does not take a parameter, or not this value of it; the details name unit, lamp and parameter. */
  PARAMETER_NOT_SUPPORTED: 409,
  /** UV tubes are to be lit, and nobody has said that nobody is near. */
  UV_NOT_CONFIRMED: 409,
})
