import { defineErrors } from '../../kernel/errors.ts'

export const attachmentErrors = defineErrors({
  /** Accepted with `saveDisclaimerPhoto`, once for all plants. */
  PHOTO_NOTICE_NOT_ACCEPTED: 403,
  /** With `limit`. */
  ATTACHMENT_LIMIT: 409,
  /** With `limit`. */
  LAMP_PHOTO_LIMIT: 409,
})
