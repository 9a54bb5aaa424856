import { defineErrors } from '../../kernel/errors.ts'

export const centralUnitErrors = defineErrors({
  UNIT_NOT_FOUND: 404,
  UNIT_TYPE_UNKNOWN: 400,
  UNIT_SERIAL_FORMAT: 400,
  UNIT_ALREADY_PRESENT: 409,
  UNIT_LIMIT_BASIC: 409,
  UNIT_LIMIT_PRO: 409,
  /** Pro has expired: only units of the type of the plant's first one take new work. */
  UNIT_TYPE_NOT_ENABLED: 409,
  UNIT_NOT_ACQUIRED: 409,
  UNIT_UNREACHABLE: 409,
  /** It is reset and let go by `deEnrollCu`; by force only once that was not answered. */
  UNIT_CONNECTED: 409,
  /** Nothing reports as new in its place. */
  UNIT_NOT_NEW: 409,
  UNIT_HAS_NO_RADIO_NETWORK: 400,
  PLANT_CODE_REQUIRED: 400,
  ENROLMENT_NOT_FOUND: 404,
  /** Longer than the unit keeps; the details say how long it may be. */
  NAME_TOO_LONG: 400,
  CONTACT_NOT_FOUND: 404,
  UNIT_HAS_NO_RELAY: 409,
})
