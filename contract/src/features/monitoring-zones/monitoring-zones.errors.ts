import { defineErrors } from '../../kernel/errors.ts'

export const monitoringZoneErrors = defineErrors({
  /** The one lamp that was chosen is in a monitoring zone; with `zone`, its name. */
  LAMP_ALREADY_IN_ZONE: 409,
  /** All of several lamps that were chosen are in monitoring zones. */
  ALL_LAMPS_ALREADY_IN_ZONE: 409,
  /** Emergency lamps and sensors are no part of a monitoring zone; with `lamps`, the first of them. */
  LAMP_NOT_LIGHTING: 409,
})
