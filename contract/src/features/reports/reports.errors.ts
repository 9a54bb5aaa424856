import { defineErrors } from '../../kernel/errors.ts'

export const reportErrors = defineErrors({ REPORT_NOT_FOUND: 404, REPORT_LIMIT_BASIC: 403 })
