import { conditionOf } from '../lamps/lamp.rules.ts'
import type { LampError, LampMode } from '../lamps/lamp.ts'
import type { Condition } from '../plants/conditions.ts'
import { faultOfTestReason } from './findings.rules.ts'
import type { TestKind, TestReason } from './test-run.ts'

/** Fault of a failed test of each kind, until a test of the same kind is passed. */
export const faultOfFailedTest = {
  functional: 'functional_test_failed',
  autonomy: 'autonomy_test_failed',
} as const satisfies Record<TestKind, LampError>

/** Reported faults with the same meaning as a failed test; next to an open one they are no second fault. */
const duplicateOfFailedTest: Partial<Record<LampError, LampError>> = { battery_test_failure: 'autonomy_test_failed' }

/** Open faults from failed tests, by result or as the unit reports them. */
export const failedTestErrors: readonly LampError[] = [
  ...Object.values(faultOfFailedTest),
  ...(Object.keys(duplicateOfFailedTest) as LampError[]),
]

/** Test result of an executed lamp. Times are ISO instants in UTC. */
export type ExecutedResult = {
  kind: TestKind
  testId: string
  at: string
  result: 'passed' | 'failed'
  reason: TestReason | null
  /** Measured seconds of light; null without a measurement by the unit. */
  measuredS: number | null
  /** Rated duration in minutes; null if unknown. */
  ratedMin: number | null
  /** Whether the unit's clock was wrong; then `at` is the time of receipt. */
  clockWrong: boolean
  /** Number of the reporting record; of two results of the same time, the later record counts. */
  boot: number
  seq: number
}

/** Whether result `a` is later than `b`, or the same. */
const isSameOrLater = (a: ExecutedResult, b: ExecutedResult): boolean =>
  a.at === b.at ? a.boot > b.boot || (a.boot === b.boot && a.seq >= b.seq) : a.at > b.at

/** Failed test without a later passed test of the same kind. */
export type FailedTest = Omit<ExecutedResult, 'result' | 'clockWrong' | 'boot' | 'seq'> & {
  /** First failure since the last passed test; `at` and the details belong to the last one. */
  since: string
  /** Whether it began with the previous lamp of this place, and this lamp has passed no test since. */
  ofFormerLamp: boolean
}

/**
 * Open failed test of a kind at a lamp. A passed test closes earlier failures; passes by a wrong clock do not count,
 * failures always do.
 * @param results of this lamp, in any order
 * @param formerFailure open failure of the previous lamp of this place
 */
export const failedTestOf = (
  kind: TestKind,
  results: readonly ExecutedResult[],
  formerFailure: FailedTest | null = null,
): FailedTest | null => {
  const resultsOfKind = results.filter((one) => one.kind === kind)
  const passed = resultsOfKind
    .filter(({ result, clockWrong }) => result === 'passed' && !clockWrong)
    .reduce<ExecutedResult | null>((last, one) => (last && isSameOrLater(last, one) ? last : one), null)
  const failed = resultsOfKind
    .filter((one) => one.result === 'failed' && (!passed || isSameOrLater(one, passed)))
    .sort((a, b) => (isSameOrLater(a, b) ? 1 : -1))
  const [first, last] = [failed[0], failed.at(-1)]
  const inheritedFailure =
    formerFailure?.kind === kind && (!passed || formerFailure.at > passed.at) ? formerFailure : null
  if (!first || !last) return inheritedFailure && { ...inheritedFailure, ofFormerLamp: true }
  const { testId, at, reason, measuredS, ratedMin } =
    inheritedFailure && inheritedFailure.at > last.at ? inheritedFailure : last
  const since = inheritedFailure && inheritedFailure.since < first.at ? inheritedFailure.since : first.at
  return { kind, testId, at, reason, measuredS, ratedMin, since, ofFormerLamp: inheritedFailure !== null }
}

/** Cause to repair: for a failed test the fault behind it, if known. */
export const causeOfFault = (error: LampError, failed: Pick<FailedTest, 'kind' | 'reason'> | null): LampError =>
  (failed && faultOfFailedTest[failed.kind] === error && faultOfTestReason(failed.reason)) || error

/** Open faults of a lamp, each once: reported by its unit or found by the platform. */
export const openLampFaults = ({
  reported,
  found,
}: {
  reported: readonly LampError[]
  found: readonly LampError[]
}): LampError[] => {
  const foundErrors = new Set(found)
  const isDuplicateOfFound = (code: LampError) =>
    foundErrors.has(code) || foundErrors.has(duplicateOfFailedTest[code] ?? code)
  return [...new Set([...reported.filter((code) => !isDuplicateOfFound(code)), ...found])]
}

/** Facts about a lamp, apart from its history. Times are ISO instants in UTC. */
export type LampSafetyFacts = {
  unitIsConnected: boolean
  /** Null if the lamp has not reported its mode. */
  mode: LampMode | null
  modeSince: string
  reported: readonly LampError[]
  found: readonly LampError[]
  /** Start of faults other than failed tests; null without such faults. */
  faultsSince: string | null
  failedTests: readonly FailedTest[]
}

/** Safety-related state of a lamp. Screens, rules, documents and counts are projections of it. */
export type LampSafety = {
  condition: Condition
  openFaults: readonly LampError[]
  /** Start of the current uninterrupted period with an open fault; null without one. */
  faultySince: string | null
  failedTests: readonly FailedTest[]
  /** Last reported start of inhibition and of silence towards its unit; null if not the case. */
  inhibitedSince: string | null
  silentSince: string | null
  /** Present state; without contact only `notReporting`. */
  now: 'onBattery' | 'inhibited' | 'notReporting' | 'ready'
}

const findEarliest = (times: readonly (string | null)[]): string | null =>
  times.filter((at) => at !== null).toSorted()[0] ?? null

const currentSafetyState = (mode: LampMode | null): LampSafety['now'] => {
  if (mode === null || mode === 'unreachable') return 'notReporting'
  if (mode === 'emergency') return 'onBattery'
  return mode === 'inhibited' || mode === 'rest' ? 'inhibited' : 'ready'
}

/** Single derivation of a lamp's safety state. While its unit is offline, its present state is unknown. */
export const lampSafety = ({
  unitIsConnected,
  mode,
  modeSince,
  reported,
  found,
  faultsSince,
  failedTests,
}: LampSafetyFacts): LampSafety => {
  const openFaults = openLampFaults({ reported, found })
  const isInhibited = mode === 'inhibited' || mode === 'rest'
  return {
    condition: conditionOf({ mode, errors: openFaults }, unitIsConnected),
    openFaults,
    faultySince: findEarliest([faultsSince, ...failedTests.map(({ since }) => since)]),
    failedTests,
    inhibitedSince: isInhibited ? modeSince : null,
    silentSince: mode === 'unreachable' ? modeSince : null,
    now: currentSafetyState(unitIsConnected ? mode : null),
  }
}
