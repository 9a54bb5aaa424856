import { defineErrors } from '../../kernel/errors.ts'

export const complianceErrors = defineErrors({
  /** Only a month that has ended is judged as a past one. */
  MONTH_NOT_PAST: 409,
  /** With `limit`. */
  INSPECTOR_LINK_LIMIT: 409,
  /** There never was one of that address, it is of another plant, it has ended or was closed: nobody learns which. */
  INSPECTOR_LINK_NOT_FOUND: 404,
})
