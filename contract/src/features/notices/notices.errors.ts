import { defineErrors } from '../../kernel/errors.ts'

export const noticeErrors = defineErrors({
  /** The address is none of a public push service. */
  PUSH_ADDRESS_REFUSED: 400,
})
