import { defineErrors } from '../../kernel/errors.ts'

export const groupErrors = defineErrors({
  /** Lamps that have groups would be left in none; the details name them by their position. */
  LAMP_WITHOUT_GROUP: 409,
  /** Lamps would be in more than four groups; the details name them by their position. */
  LAMP_GROUP_LIMIT: 409,
})
