import { defineErrors } from '../../kernel/errors.ts'

export const operationErrors = defineErrors({
  OPERATION_NOT_FOUND: 404,
  OPERATION_NOT_INTERRUPTED: 409,
  OPERATION_NOT_RUNNING: 409,
  OPERATION_NOT_UNDOABLE: 409,
})
