import { defineErrors } from '../../kernel/errors.ts'

export const testErrors = defineErrors({
  TEST_NOT_FOUND: 404,
  TEST_ALREADY_RUNNING: 409,
  TEST_NOT_RUNNING: 409,
  NO_LAMPS_TO_TEST: 409,
  UNIT_WITHOUT_MAINS: 409,
  /**
   * Lamps of an autonomy test were discharged in the last 24 h. The details say `until` when, `by` a `test` or the `mains`, and
   * how many `lamps`; and of `bothTestGroups` how many are `even` and `odd`, where that is to be asked too.
   */
  BATTERIES_NOT_CHARGED: 409,
  /** An autonomy test would leave no test group ready; the details say how many lamps are `even` and `odd`. */
  BOTH_TEST_GROUPS: 409,
  TEST_DATE_PAST: 400,
  /** It has begun, or was taken back. */
  HELD_TEST_NOT_FOUND: 404,
  HELD_TESTS_LIMIT: 409,
  /** It proves what was done about a fault: nothing else closes that. */
  HELD_TEST_PROVES_WORK: 409,
  HISTORY_LIMIT_BASIC: 403,
})
