import { conditionOf } from '../lamps/lamp.rules.ts'
import type { LampError, LampMode } from '../lamps/lamp.ts'
import type { Condition } from '../plants/conditions.ts'
import { faultOfTestReason } from './findings.rules.ts'
import type { TestKind, TestReason } from './test-run.ts'

/** The fault that a failed test of each kind is, until a test of the same kind is passed. */
export const faultOfFailedTest = {
  functional: 'functional_test_failed',
  autonomy: 'autonomy_test_failed',
} as const satisfies Record<TestKind, LampError>

/** Reports that say the same as a failed test: beside an open one they are a second source of it, and no second fault. */
const duplicateOfFailedTest: Partial<Record<LampError, LampError>> = { battery_test_failure: 'autonomy_test_failed' }

/** What a test found of a lamp that it executed. Times are ISO instants in UTC. */
export type ExecutedResult = {
  kind: TestKind
  testId: string
  at: string
  result: 'passed' | 'failed'
  reason: TestReason | null
  /** Seconds that the lamp lasted; null where the unit did not measure them. */
  measuredS: number | null
  /** Minutes that it had to last; null where nobody knows. */
  ratedMin: number | null
  /** The unit's clock was wrong: `at` is when it was received. */
  clockWrong: boolean
  /** Number of the record that reported it: of two results of one moment the later one counts. */
  boot: number
  seq: number
}

/** Whether one result is of after another, or the same. */
const isSameOrLater = (a: ExecutedResult, b: ExecutedResult): boolean =>
  a.at === b.at ? a.boot > b.boot || (a.boot === b.boot && a.seq >= b.seq) : a.at > b.at

/** A test of a kind that was failed, and none of the same kind was passed since. */
export type FailedTest = Omit<ExecutedResult, 'result' | 'clockWrong' | 'boot' | 'seq'> & {
  /** The first failure since the last passed test; `at` and what was found are of the last one. */
  since: string
  /** It began with a lamp that hung there before, and this one has passed no test since. */
  ofFormerLamp: boolean
}

/**
 * The failed test of a kind that is open at a lamp. A passed test closes what was found until then; one by a wrong clock
 * proves nothing, while a failure counts whatever the clock said.
 * @param results of this lamp, in any order
 * @param former what is open of the lamp that hung in this place before
 */
export const failedTestOf = (
  kind: TestKind,
  results: readonly ExecutedResult[],
  former: FailedTest | null = null,
): FailedTest | null => {
  const own = results.filter((one) => one.kind === kind)
  const passed = own
    .filter(({ result, clockWrong }) => result === 'passed' && !clockWrong)
    .reduce<ExecutedResult | null>((last, one) => (last && isSameOrLater(last, one) ? last : one), null)
  const failed = own
    .filter((one) => one.result === 'failed' && (!passed || isSameOrLater(one, passed)))
    .sort((a, b) => (isSameOrLater(a, b) ? 1 : -1))
  const [first, last] = [failed[0], failed.at(-1)]
  const inherited = former?.kind === kind && (!passed || former.at > passed.at) ? former : null
  if (!first || !last) return inherited && { ...inherited, ofFormerLamp: true }
  const { testId, at, reason, measuredS, ratedMin } = inherited && inherited.at > last.at ? inherited : last
  const since = inherited && inherited.since < first.at ? inherited.since : first.at
  return { kind, testId, at, reason, measuredS, ratedMin, since, ofFormerLamp: inherited !== null }
}

/** What has to be mended about a fault: of a failed test by what it failed, where that is known. */
export const causeOfFault = (error: LampError, failed: Pick<FailedTest, 'kind' | 'reason'> | null): LampError =>
  (failed && faultOfFailedTest[failed.kind] === error && faultOfTestReason(failed.reason)) || error

/** The faults that are open at a lamp, each once: what its unit reports, and what the platform has found. */
export const openLampFaults = ({
  reported,
  found,
}: {
  reported: readonly LampError[]
  found: readonly LampError[]
}): LampError[] => {
  const known = new Set(found)
  const isSecondSource = (code: LampError) => known.has(code) || known.has(duplicateOfFailedTest[code] ?? code)
  return [...new Set([...reported.filter((code) => !isSecondSource(code)), ...found])]
}

/** Everything that is known of a lamp beside its past. Times are ISO instants in UTC. */
export type LampSafetyFacts = {
  unitIsConnected: boolean
  /** Null where it has not reported what it does. */
  mode: LampMode | null
  modeSince: string
  reported: readonly LampError[]
  found: readonly LampError[]
  /** Since when there have been faults other than failed tests; null where there are none. */
  faultsSince: string | null
  failedTests: readonly FailedTest[]
}

/** What of a lamp concerns safety. Screens, rules, papers and counts are projections of this. */
export type LampSafety = {
  condition: Condition
  openFaults: readonly LampError[]
  /** Since when a fault is open without a break; null where none is. */
  faultySince: string | null
  failedTests: readonly FailedTest[]
  /** As it last reported: since when it is inhibited, and does not answer its unit; null where that is not so. */
  inhibitedSince: string | null
  silentSince: string | null
  /** What is so at this moment; of a lamp that is not heard of, that alone. */
  now: 'onBattery' | 'inhibited' | 'notReporting' | 'ready'
}

const earliest = (times: readonly (string | null)[]): string | null =>
  times.filter((at) => at !== null).toSorted()[0] ?? null

const currentSafetyState = (mode: LampMode | null): LampSafety['now'] => {
  if (mode === null || mode === 'unreachable') return 'notReporting'
  if (mode === 'emergency') return 'onBattery'
  return mode === 'inhibited' || mode === 'rest' ? 'inhibited' : 'ready'
}

/** The one derivation of how it stands with a lamp. Of a lamp whose unit is away nothing of the present is claimed. */
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
    faultySince: earliest([faultsSince, ...failedTests.map(({ since }) => since)]),
    failedTests,
    inhibitedSince: isInhibited ? modeSince : null,
    silentSince: mode === 'unreachable' ? modeSince : null,
    now: currentSafetyState(unitIsConnected ? mode : null),
  }
}
