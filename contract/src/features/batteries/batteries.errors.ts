import { defineErrors } from '../../kernel/errors.ts'

export const batteryErrors = defineErrors({
  /** The outlook of batteries is for Pro plants. */
  OUTLOOK_NEEDS_PRO: 403,
})
