import { defineErrors } from '../../kernel/errors.ts'

export const reportErrors = defineErrors({
  REPORT_NOT_FOUND: 404,
  /** It is still being made. */
  REPORT_NOT_READY: 409,
  REPORT_LIMIT_BASIC: 403,
})
