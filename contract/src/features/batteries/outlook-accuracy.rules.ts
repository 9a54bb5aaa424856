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
  const [before, last] = battery.slice(-2)
  if (!before || !last || last.share >= 1 || before.share < 1) return null
  return before.at + ((before.share - 1) / (before.share - last.share)) * (last.at - before.at)
}

/** Returns the pool of a code from the data known at a given time. */
const createPoolAsOf = (lamps: readonly BatteryHistory[]) => {
  const pools = new Map<number, Pool | null>()
  return (time: number): Pool | null => {
    const known = pools.get(time)
    if (known !== undefined) return known
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
  const ended = (time: number) => probabilityEndedBy(fade, time)
  const when = (share: number) => findEndOfShare(ended, share, fade.last) ?? fade.last + maxHorizonMs
  return { inside: end >= when(0.05) && end <= when(0.95), offMs: Math.abs(end - when(0.5)) }
}

const judgePredictionsOfCode = (lamps: readonly BatteryHistory[], fewest: MinimumData): PredictionError[] => {
  const poolAt = createPoolAsOf(lamps)
  return lamps
    .flatMap(({ batteries }) => batteries)
    .flatMap((battery) => {
      const end = findEndTime(battery)
      const known = battery.at(-2)
      if (end === null || !known || battery.length - 1 < Math.max(fewest.tests, minMeasurementsForLine)) return []
      const pool = poolAt(known.at)
      return pool ? [judgePrediction(battery, end, pool)] : []
    })
}

const dayMs = 86_400_000

/**
 * Errors of outlooks of batteries that have ended: predicted from the data at the last passed test, and judged by the
 * end between that test and the next. Null if no ended battery had an outlook.
 */
export const computeOutlookAccuracy = (lamps: readonly MeasuredLamp[], fewest: MinimumData): OutlookAccuracy | null => {
  const known = lamps.filter(({ code }) => code !== null).map(batteryHistoryOf)
  const judged = [...groupByCode(known).values()].flatMap((some) => judgePredictionsOfCode(some, fewest))
  if (judged.length === 0) return null
  const off = judged.map(({ offMs }) => offMs).sort((a, b) => a - b)
  return {
    batteries: judged.length,
    inside: judged.filter(({ inside }) => inside).length,
    medianDays: Math.round((off[Math.floor((off.length - 1) / 2)] ?? 0) / dayMs),
  }
}
