import { defineErrors } from '../../kernel/errors.ts'

export const plantArchiveErrors = defineErrors({
  NAME_DOES_NOT_MATCH: 400,
  /** The days in which a deleted plant can be restored are over; details: `until`. */
  RESTORE_PERIOD_OVER: 409,
})
