import { defineErrors } from '../../kernel/errors.ts'

export const attachmentErrors = defineErrors({
  /** With `limit`. */
  ATTACHMENT_LIMIT: 409,
})
