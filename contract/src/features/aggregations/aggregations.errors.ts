import { defineErrors } from '../../kernel/errors.ts'

export const aggregationErrors = defineErrors({
  COLLECTION_NOT_FOUND: 404,
  /** Another of the plant has this name, whatever its case. */
  COLLECTION_NAME_TAKEN: 409,
  /** With `limit`. */
  COLLECTION_LIMIT: 409,
  /** With `uses`, and their names as `names`. */
  COLLECTION_IN_USE: 409,
})
