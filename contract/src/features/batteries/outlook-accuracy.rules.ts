import type { OutlookAccuracy } from './battery-outlook.ts'
import {
  findEndOfShare,
  fitFade,
  maxHorizonMs,
  minMeasurementsForLine,
  type Pool,
  poolSegments,
  probabilityEndedBy,
  type Segment,
} from './fade.rules.ts'
import {
  type BatteryHistory,
  batteryHistoryOf,
  groupByCode,
  type MeasuredLamp,
  type MinimumData,
} from './outlook.rules.ts'

/** When a battery ended, between its last passed and its first failed test; null while it lasts. */
const findEndTime = (battery: Segment): number | null => {
  const [beforeLast, last] = battery.slice(-2)
  if (!beforeLast || !last || last.share >= 1 || beforeLast.share < 1) return null
  return beforeLast.at + ((beforeLast.share - 1) / (beforeLast.share - last.share)) * (last.at - beforeLast.at)
}

/** Returns the pool of a code from the data known at a given time. */
const createPoolAsOf = (lamps: readonly BatteryHistory[]) => {
  const pools = new Map<number, Pool | null>()
  return (time: number): Pool | null => {
    const cachedPool = pools.get(time)
    if (cachedPool !== undefined) return cachedPool
    const segments = lamps.flatMap(({ batteries }) => batteries.map((one) => one.filter(({ at }) => at <= time)))
    const pool = poolSegments(segments)
    pools.set(time, pool)
    return pool
  }
}

type PredictionError = { inside: boolean; offMs: number }

/** Compares the outlook at the last passed test of a battery with its real end. */
const judgePrediction = (battery: Segment, end: number, pool: Pool): PredictionError => {
  const fade = fitFade(battery.slice(0, -1), pool)
  const endedShareAt = (time: number) => probabilityEndedBy(fade, time)
  const endAtShare = (share: number) => findEndOfShare(endedShareAt, share, fade.last) ?? fade.last + maxHorizonMs
  return { inside: end >= endAtShare(0.05) && end <= endAtShare(0.95), offMs: Math.abs(end - endAtShare(0.5)) }
}

const judgePredictionsOfCode = (lamps: readonly BatteryHistory[], minimum: MinimumData): PredictionError[] => {
  const poolAt = createPoolAsOf(lamps)
  return lamps
    .flatMap(({ batteries }) => batteries)
    .flatMap((battery) => {
      const end = findEndTime(battery)
      const lastPassed = battery.at(-2)
      if (end === null || !lastPassed || battery.length - 1 < Math.max(minimum.tests, minMeasurementsForLine)) return []
      const pool = poolAt(lastPassed.at)
      return pool ? [judgePrediction(battery, end, pool)] : []
    })
}

const dayMs = 86_400_000

/**
 * Errors of outlooks of ended batteries: predicted from the data at the last passed test, and compared with the end
 * before the next test. Null if no ended battery had an outlook.
 */
export const computeOutlookAccuracy = (
  lamps: readonly MeasuredLamp[],
  minimum: MinimumData,
): OutlookAccuracy | null => {
  const histories = lamps.filter(({ code }) => code !== null).map(batteryHistoryOf)
  const errors = [...groupByCode(histories).values()].flatMap((codeLamps) => judgePredictionsOfCode(codeLamps, minimum))
  if (errors.length === 0) return null
  const errorsMs = errors.map(({ offMs }) => offMs).sort((a, b) => a - b)
  return {
    batteries: errors.length,
    inside: errors.filter(({ inside }) => inside).length,
    medianDays: Math.round((errorsMs[Math.floor((errorsMs.length - 1) / 2)] ?? 0) / dayMs),
  }
}
