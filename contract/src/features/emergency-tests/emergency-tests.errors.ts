import { defineErrors } from '../../kernel/errors.ts'

export const testErrors = defineErrors({
  TEST_NOT_FOUND: 404,
  TEST_ALREADY_RUNNING: 409,
  TEST_NOT_RUNNING: 409,
  NO_LAMPS_TO_TEST: 409,
  TEST_DATE_PAST: 400,
})
