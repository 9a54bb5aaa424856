import { defineErrors } from '../../kernel/errors.ts'

export const plantErrors = defineErrors({
  /** Somebody else has saved since the version was opened; where the record is small the details say what stands there `now`. */
  CHANGED_MEANWHILE: 409,
})
