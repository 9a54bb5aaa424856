import { defineErrors } from '../../kernel/errors.ts'

export const webhookErrors = defineErrors({
  WEBHOOK_NOT_FOUND: 404,
  /** With `limit`. */
  WEBHOOK_LIMIT: 409,
  /** The address is none that may be called: not over TLS, within a network, or with a name and password in it. */
  WEBHOOK_ADDRESS_REFUSED: 400,
  /** Nothing is sent again while the webhook is switched off. */
  WEBHOOK_OFF: 409,
  /** The webhook has no such call. */
  WEBHOOK_CALL_NOT_FOUND: 404,
})
