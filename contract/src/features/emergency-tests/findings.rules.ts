import type { LampError } from '../lamps/lamp.ts'
import type { TestReason, TestResult } from './test-run.ts'

/** A battery that lasts less than this share of its rated duration beyond it is soon too weak. */
const lowReserveShare = 0.1

/** Seconds that a lamp lasted beyond its rated duration, where that is at most a tenth of it; null of all others. */
export const lowReserveSeconds = ({
  result,
  measured_s,
  rated_min,
}: Pick<TestResult, 'result' | 'measured_s' | 'rated_min'>): number | null => {
  if (result !== 'passed' || measured_s === null || rated_min === null) return null
  const spare = measured_s - rated_min * 60
  return spare >= 0 && spare <= rated_min * 60 * lowReserveShare ? spare : null
}

/** The fault of a lamp that a failed test stands for: what mends the one mends the other. Null where no part does. */
export const faultOfTestReason = (reason: TestReason | null): LampError | null =>
  reason === 'lamp_failure'
    ? 'lamp_failure'
    : reason === 'battery_failure'
      ? 'battery_test_failure'
      : reason === 'battery_duration'
        ? 'battery_duration'
        : null

/** Reasons for which nothing was heard of a lamp, and not that it was not to be tested. */
const silentReasons: ReadonlySet<TestReason | null> = new Set<TestReason>([
  'communication',
  'lamp_unreachable',
  'no_result',
])

type Outcome = Pick<TestResult, 'result' | 'reason' | 'measured_s'>
/** A lamp of a test, with what earlier tests of the same kind found of it: the last one, and the last that came to a result. */
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
  /** Nothing was heard of them now, and something was before. */
  silent: Lamp[]
  /** Median of what was measured of the lamps that were measured both times; null where none was. */
  median_s: { now: number; before: number } | null
}

const isSilent = ({ result, reason }: Outcome): boolean =>
  (result === 'notExecuted' && silentReasons.has(reason)) || (result === 'failed' && reason === 'communication')

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? half - 1 : half], sorted[half]]
  return Math.round((low + high) / 2)
}

/** What has changed since the last test of each lamp; a failed lamp that no test knew before is newly failed. */
export const compareLamps = <Lamp>(lamps: readonly LampTestHistory<Lamp>[]): TestComparison<Lamp> => {
  const those = (fits: (one: LampTestHistory<Lamp>) => boolean) => lamps.filter(fits).map(({ lamp }) => lamp)
  const measured = lamps.flatMap(({ now, found }) =>
    now.measured_s !== null && now.result !== 'notExecuted' && found !== null && found.measured_s !== null
      ? [{ now: now.measured_s, before: found.measured_s }]
      : [],
  )
  return {
    newlyFailed: those(({ now, found }) => now.result === 'failed' && found?.result !== 'failed'),
    stillFailing: those(({ now, found }) => now.result === 'failed' && found?.result === 'failed'),
    mended: those(({ now, found }) => now.result === 'passed' && found?.result === 'failed'),
    silent: those(({ now, before }) => before !== null && isSilent(now) && !isSilent(before)),
    median_s:
      measured.length === 0
        ? null
        : { now: medianOf(measured.map(({ now }) => now)), before: medianOf(measured.map(({ before }) => before)) },
  }
}
