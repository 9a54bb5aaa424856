import { defineErrors } from '../../kernel/errors.ts'

export const plantErrors = defineErrors({
  NAME_DOES_NOT_MATCH: 400,
  CHANGED_MEANWHILE: 409,
})
