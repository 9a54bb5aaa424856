import { defineErrors } from '../../kernel/errors.ts'

export const viewErrors = defineErrors({
  VIEW_NOT_FOUND: 404,
  /** The person has another of that name in the plant, whatever its case. */
  VIEW_NAME_TAKEN: 409,
  /** With `limit`. */
  VIEW_LIMIT: 409,
})
