import { defineErrors } from '../../kernel/errors.ts'

export const testCalendarErrors = defineErrors({
  FEED_NOT_FOUND: 404,
  /** With `limit`. */
  FEED_LIMIT: 409,
})
