import { defineErrors } from '../../kernel/errors.ts'

export const zoneErrors = defineErrors({
  ZONE_NOT_FOUND: 404,
  /** Another of the plant has this name, whatever its case. */
  ZONE_NAME_TAKEN: 409,
  /** With `limit`. */
  ZONE_LIMIT: 409,
  NO_ZONE_SELECTED: 400,
})
