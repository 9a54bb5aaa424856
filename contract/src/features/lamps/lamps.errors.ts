import { defineErrors } from '../../kernel/errors.ts'

export const lampErrorCodes = defineErrors({
  LAMP_NOT_FOUND: 404,
  NO_DEVICE_SELECTED: 400,
})
