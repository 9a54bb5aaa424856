import { defineErrors } from '../../kernel/errors.ts'

export const bluetoothErrors = defineErrors({
  DEVICE_NOT_FOUND: 404,
  DEVICE_ALREADY_PRESENT: 409,
  /** There never was one of that name, it belongs to another plant, it has expired or was revoked: nobody learns which. */
  BLE_REPORT_NOT_FOUND: 404,
  /** With `limit`. */
  BLE_REPORT_LIMIT: 409,
  /** The plant has no gateway to report of. */
  NO_GATEWAY: 409,
})
