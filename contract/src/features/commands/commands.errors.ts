import { defineErrors } from '../../kernel/errors.ts'

export const commandErrorCodes = defineErrors({
  COMMAND_NOT_FOUND: 404,
  COMMAND_UNKNOWN: 400,
  UNIT_BUSY: 409,
})
