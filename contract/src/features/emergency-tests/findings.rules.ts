import type { UnitTypeFacts } from '../central-units/central-unit.ts'
import type { LampError } from '../lamps/lamp.ts'
import type { MeasuredBound } from '../lamps/measured-bound.ts'
import type { TestReason, TestResult, TestResultValue } from './test-run.ts'

/** Reserve beyond the rated duration, as a share of it, below which a battery will soon be too weak. */
const lowReserveShare = 0.1

type Measured = Pick<TestResult, 'result' | 'measured_s' | 'rated_min'>

/** Whether a lamp passed after exactly its rated duration: the test stopped there, so its reserve is unknown. */
const stoppedAtRated = ({ result, measured_s, rated_min }: Measured): boolean =>
  result === 'passed' && rated_min !== null && measured_s === rated_min * 60

/** Seconds of a lamp beyond its rated duration, if at most a tenth of it; otherwise null. */
export const lowReserveSeconds = (measured: Measured): number | null => {
  const { result, measured_s, rated_min } = measured
  if (result !== 'passed' || measured_s === null || rated_min === null || stoppedAtRated(measured)) return null
  const spareSeconds = measured_s - rated_min * 60
  return spareSeconds > 0 && spareSeconds <= rated_min * 60 * lowReserveShare ? spareSeconds : null
}

/**
 * Seconds to store with a result. Lamps measuring in steps judge their duration themselves: a passed one may report
 * less than its rated duration, a step rounded down or a shorter test. Then the time counts as not reported.
 */
export const storedSeconds = (
  { result, measuredS }: { result: TestResultValue; measuredS: number | null },
  ratedMin: number | null,
  { durationSteps }: Pick<UnitTypeFacts, 'durationSteps'>,
): number | null => {
  if (durationSteps === null || result !== 'passed' || measuredS === null) return measuredS
  return ratedMin !== null && measuredS < ratedMin * 60 ? null : measuredS
}

/** Meaning of a measured duration at the end of the scale, or where the test stopped; undefined for an exact one. */
export const measuredBoundOf = (
  measured: Measured,
  { durationSteps }: Pick<UnitTypeFacts, 'durationSteps'>,
): MeasuredBound | undefined => {
  const { measured_s: measuredS } = measured
  if (measuredS === null) return undefined
  if (stoppedAtRated(measured)) return { is: 'atLeast', seconds: measuredS }
  if (durationSteps === null) return undefined
  if (measuredS < durationSteps.stepS) return { is: 'under', seconds: durationSteps.stepS }
  return measuredS >= durationSteps.maxS ? { is: 'atLeast', seconds: durationSteps.maxS } : undefined
}

/** Fault of a lamp behind a failed test; the same part clears both. Null if no part does. */
export const faultOfTestReason = (reason: TestReason | null): LampError | null =>
  reason === 'lamp_failure'
    ? 'lamp_failure'
    : reason === 'battery_failure'
      ? 'battery_test_failure'
      : reason === 'battery_duration'
        ? 'battery_duration'
        : null

/** Reasons meaning silence of a lamp, as opposed to its exclusion from the test. */
const silentReasons: ReadonlySet<TestReason | null> = new Set<TestReason>([
  'communication',
  'lamp_unreachable',
  'no_result',
])

type Outcome = Pick<TestResult, 'result' | 'reason' | 'measured_s'>
/** Lamp of a test, with its earlier tests of the same kind: the last one, and the last one with a result. */
export type LampTestHistory<Lamp> = {
  lamp: Lamp
  now: Outcome
  before: Outcome | null
  found: Outcome | null
}

export type TestComparison<Lamp> = {
  newlyFailed: Lamp[]
  stillFailing: Lamp[]
  mended: Lamp[]
  /** Lamps silent now, with an earlier result. */
  silent: Lamp[]
  /** Medians over lamps measured both times; null without such lamps. */
  median_s: { now: number; before: number } | null
}

const isSilent = ({ result, reason }: Outcome): boolean =>
  (result === 'notExecuted' && silentReasons.has(reason)) || (result === 'failed' && reason === 'communication')

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return Math.round((low + high) / 2)
}

/** Compares each lamp with its last test; a failed lamp without an earlier test counts as newly failed. */
export const compareLamps = <Lamp>(lamps: readonly LampTestHistory<Lamp>[]): TestComparison<Lamp> => {
  const lampsWhere = (matches: (one: LampTestHistory<Lamp>) => boolean) => lamps.filter(matches).map(({ lamp }) => lamp)
  const measuredTimes = lamps.flatMap(({ now, found }) =>
    now.measured_s !== null && now.result !== 'notExecuted' && found !== null && found.measured_s !== null
      ? [{ now: now.measured_s, before: found.measured_s }]
      : [],
  )
  return {
    newlyFailed: lampsWhere(({ now, found }) => now.result === 'failed' && found?.result !== 'failed'),
    stillFailing: lampsWhere(({ now, found }) => now.result === 'failed' && found?.result === 'failed'),
    mended: lampsWhere(({ now, found }) => now.result === 'passed' && found?.result === 'failed'),
    silent: lampsWhere(({ now, before }) => before !== null && isSilent(now) && !isSilent(before)),
    median_s:
      measuredTimes.length === 0
        ? null
        : {
            now: medianOf(measuredTimes.map(({ now }) => now)),
            before: medianOf(measuredTimes.map(({ before }) => before)),
          },
  }
}
