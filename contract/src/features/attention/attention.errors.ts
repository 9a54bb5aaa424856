import { defineErrors } from '../../kernel/errors.ts'

export const attentionErrors = defineErrors({
  /** The cause is gone, or never was: it ends with what the unit reports. */
  ATTENTION_ENDED: 409,
  /** In the past, or later than `days` from now. */
  SNOOZE_TIME: 400,
})
