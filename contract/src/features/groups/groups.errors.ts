import { defineErrors } from '../../kernel/errors.ts'

export const groupErrors = defineErrors({
  /** A lamp would be in no group. */
  LAMP_WITHOUT_GROUP: 409,
  /** A lamp would be in more than four groups. */
  LAMP_GROUP_LIMIT: 409,
})
