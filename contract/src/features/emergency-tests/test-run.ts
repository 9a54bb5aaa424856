import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { measuredBound } from '../lamps/measured-bound.ts'

/** Test kinds of EN 50172: functional test (short) and autonomy test (full rated duration). */
export const testKinds = ['functional', 'autonomy'] as const
export type TestKind = (typeof testKinds)[number]

/** States of a test on one unit. `requested` until the unit has started it. */
export const testRunStates = ['requested', 'running', 'finished', 'stopped', 'notStarted'] as const
export type TestRunState = (typeof testRunStates)[number]

/** Result of one lamp. `notExecuted` is neither passed nor failed. */
export const testResults = ['passed', 'failed', 'notExecuted'] as const
export type TestResultValue = (typeof testResults)[number]

/** Why a lamp failed or was not tested; texts are `tests.reasons.<code>`. Standards rule R9. */
export const testReasons = [
  'lamp_failure',
  'battery_failure',
  'battery_duration',
  'circuit_failure',
  'communication',
  'battery_charging',
  'inhibited',
  'other_test_running',
  'stopped_by_user',
  'mains_failure',
  'max_delay_exceeded',
  'lamp_unreachable',
  'no_result',
  /** The unit left the plant before the test ended. */
  'unit_removed',
  /** Interrupted: the unit lost the test. See `lost-test.rules.ts`. */
  'unit_restarted',
  'test_unknown',
  'unit_silent',
  /** The test never started: its unit was offline, did not answer or refused, or Pro has expired for its type. */
  'expired',
  'communication_error',
  'refused',
  'not_enabled',
] as const
export type TestReason = (typeof testReasons)[number]

export const testTriggers = ['user', 'automatic', 'local'] as const

/** Test of one unit, or of chosen lamps of it. */
export const testRun = z.object({
  id,
  cu: z.string(),
  kind: z.enum(testKinds),
  trigger: z.enum(testTriggers),
  state: z.enum(testRunStates),
  /** Why it did not start or was stopped: a reason from the list, a command error or the unit's code. */
  reason: z.string().nullable(),
  requestedBy: z.string().nullable(),
  requestedAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /**
   * When an autonomy test will have proven the longest rated duration of its lamps; null before it runs, and if none is
   * known.
   */
  expectedEndAt: instant.nullable(),
  /** Lamps to test, and their results. */
  total: z.int(),
  passed: z.int(),
  failed: z.int(),
  notExecuted: z.int(),
  commandId: id.nullable(),
  /** Whether the unit's clock was wrong: then the times are those of receipt and prove nothing. */
  clockWrong: z.boolean(),
})
export type TestRun = z.infer<typeof testRun>

/** Test result of one lamp. */
export const testResult = z.object({
  cu: z.string(),
  lamp: z.int(),
  serial: z.string(),
  description: z.string(),
  location: z.string(),
  result: z.enum(testResults),
  reason: z.enum(testReasons).nullable(),
  /** Seconds of light, if measured by the unit. */
  measured_s: z.int().nullable(),
  /** Only where `measured_s` is the lamp's lowest or highest reportable value, or the test stopped there. */
  measured_bound: measuredBound.optional(),
  /** Rated duration in minutes, for an autonomy test. */
  rated_min: z.int().nullable(),
  /** Time of the result by the unit's clock; time of receipt if the clock was wrong. */
  at: instant,
  clockWrong: z.boolean(),
})
export type TestResult = z.infer<typeof testResult>
