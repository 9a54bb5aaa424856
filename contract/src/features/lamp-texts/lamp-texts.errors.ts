import { defineErrors } from '../../kernel/errors.ts'

export const lampTextErrors = defineErrors({
  /** Rows cannot be written, so none is; the details name the first of them with the reason, and how many there are. */
  LAMP_TEXTS_FAULTY: 409,
  /** Parts that were to be kept before are not there. */
  LAMP_TEXTS_INCOMPLETE: 409,
  /** More lamps at once than `limit`. */
  LAMP_TEXTS_LIMIT: 409,
  REVISION_NOT_FOUND: 404,
  /** It was written more than `hours` ago. */
  REVISION_TOO_OLD: 409,
  REVISION_UNDONE: 409,
})
