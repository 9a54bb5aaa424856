import { defineErrors } from '../../kernel/errors.ts'

export const bluetoothErrors = defineErrors({
  DEVICE_NOT_FOUND: 404,
  DEVICE_ALREADY_PRESENT: 409,
})
