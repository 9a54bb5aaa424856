import type { EndOfLifeRange, NoOutlookReason } from './battery-outlook.ts'
import {
  expectedShare,
  type Fade,
  findEndOfShare,
  fitFade,
  type Measurement,
  minMeasurementsForLine,
  type Pool,
  poolSegments,
  probabilityEndedBy,
  type Segment,
  splitByBattery,
} from './fade.rules.ts'

/** Measurements of a lamp and its battery code; `neededNow` if an open fault requires a new battery. */
export type MeasuredLamp = { code: string | null; neededNow: boolean; measured: readonly Measurement[] }

/** Minimum measurements of a battery, and minimum lamps of a code, for an outlook. */
export type MinimumData = { tests: number; lamps: number }

export type Outlook = {
  code: string | null
  /** Currently installed battery. */
  battery: Segment
  /** Last measurement of the previous battery; null if there was none. */
  replacedAfter: number | null
  fade: Fade | null
  ends: EndOfLifeRange | null
  why: NoOutlookReason | null
}

const endPercentiles = { first: 0.05, middle: 0.5, last: 0.95 }
const toIso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

/** Time range in which nine of ten batteries end, from the share of ended batteries by a time. */
export const computeEndOfLifeRange = (endedShareAt: (time: number) => number, from: number): EndOfLifeRange => ({
  first: toIso(findEndOfShare(endedShareAt, endPercentiles.first, from)),
  middle: toIso(findEndOfShare(endedShareAt, endPercentiles.middle, from)),
  last: toIso(findEndOfShare(endedShareAt, endPercentiles.last, from)),
})

/** Adds the successive batteries of a lamp. */
export const batteryHistoryOf = (lamp: MeasuredLamp) => ({ ...lamp, batteries: splitByBattery(lamp.measured) })
export type BatteryHistory = ReturnType<typeof batteryHistoryOf>

export const groupByCode = (lamps: readonly BatteryHistory[]) => Map.groupBy(lamps, ({ code }) => code)

/** Pools all batteries of a code, including replaced ones. */
const poolsOf = (lamps: readonly BatteryHistory[]): Map<string | null, Pool | null> =>
  new Map(
    [...groupByCode(lamps)].map(([code, codeLamps]) => [
      code,
      code === null ? null : poolSegments(codeLamps.flatMap(({ batteries }) => batteries)),
    ]),
  )

const findNoOutlookReason = (
  lamp: BatteryHistory,
  measuredLamps: number,
  minimum: MinimumData,
): NoOutlookReason | null => {
  if (lamp.neededNow) return 'neededNow'
  if (lamp.code === null) return 'unknownBattery'
  if ((lamp.batteries.at(-1)?.length ?? 0) < Math.max(minimum.tests, minMeasurementsForLine)) return 'fewTests'
  return measuredLamps < minimum.lamps ? 'fewLamps' : null
}

/** Whether any battery of a lamp has enough measurements. */
export const hasEnoughMeasurements = (
  { batteries }: { batteries: readonly Segment[] },
  minimum: MinimumData,
): boolean => batteries.some(({ length }) => length >= Math.max(minimum.tests, minMeasurementsForLine))

/**
 * Outlook of the battery of each lamp, in the order of the lamps, from its own measurements and those of its code. A
 * battery with too few measurements gets the reason instead.
 */
export const computeOutlooks = (
  lamps: readonly MeasuredLamp[],
  minimum: MinimumData,
): { lamps: Outlook[]; measured: Map<string | null, number> } => {
  const histories = lamps.map(batteryHistoryOf)
  const pools = poolsOf(histories)
  const measuredLamps = new Map(
    [...groupByCode(histories)].map(([code, codeLamps]) => [
      code,
      codeLamps.filter((one) => hasEnoughMeasurements(one, minimum)).length,
    ]),
  )
  const outlooks = histories.map((lamp): Outlook => {
    const battery = lamp.batteries.at(-1) ?? []
    const reason = findNoOutlookReason(lamp, measuredLamps.get(lamp.code) ?? 0, minimum)
    const pool = pools.get(lamp.code) ?? null
    const fade = reason === null && pool ? fitFade(battery, pool) : null
    return {
      code: lamp.code,
      battery,
      fade,
      why: fade ? null : (reason ?? 'fewTests'),
      replacedAfter: lamp.batteries.at(-2)?.at(-1)?.at ?? null,
      ends: fade ? computeEndOfLifeRange((time) => probabilityEndedBy(fade, time), fade.last) : null,
    }
  })
  return { lamps: outlooks, measured: measuredLamps }
}

/** Probability of the end by a time, for a battery now above its rated duration. */
export const probabilityEndsBy = (fade: Fade, time: number, now: number): number => {
  const endedByNow = probabilityEndedBy(fade, now)
  return Math.max(0, (probabilityEndedBy(fade, time) - endedByNow) / Math.max(1e-9, 1 - endedByNow))
}

/** Starts of the calendar half-years from a moment until 24 months later, both included. */
export const halfYearStarts = (now: number): number[] => {
  const from = new Date(now)
  const end = Date.UTC(from.getUTCFullYear() + 2, from.getUTCMonth(), from.getUTCDate())
  const starts = [now]
  for (let halfYear = Math.floor(from.getUTCMonth() / 6) + 1; ; halfYear += 1) {
    const start = Date.UTC(from.getUTCFullYear(), halfYear * 6, 1)
    if (start >= end) break
    starts.push(start)
  }
  return [...starts, end]
}

/** Batteries of one code per half-year: how many have their median end in it, with the range. */
export const piecesPerHalfYear = (fades: readonly Fade[], now: number) => {
  const bounds = halfYearStarts(now)
  const medians = fades.map(
    (fade) => findEndOfShare((time) => probabilityEndsBy(fade, time, now), 0.5, now) ?? Number.POSITIVE_INFINITY,
  )
  return bounds.slice(1).map((until, n) => {
    const from = bounds[n] ?? now
    const probabilities = fades.map((fade) => probabilityEndsBy(fade, until, now) - probabilityEndsBy(fade, from, now))
    const mean = probabilities.reduce((sum, p) => sum + p, 0)
    const deviation = Math.sqrt(probabilities.reduce((sum, p) => sum + p * (1 - p), 0))
    const pieces = medians.filter((median) => median > from && median <= until).length
    const range = { min: Math.floor(mean - 1.645 * deviation), max: Math.ceil(mean + 1.645 * deviation) }
    return {
      from,
      until,
      pieces,
      min: Math.max(0, Math.min(pieces, range.min)),
      max: Math.min(fades.length, Math.max(pieces, range.max)),
    }
  })
}

const dayMs = 86_400_000

/** Expected duration in minutes at a time, for a chart: the median, and the range of nine of ten. */
export const expectedMinutesAt = (fade: Fade, time: number, ratedMin: number) => {
  const years = (time - fade.at) / (365.25 * dayMs)
  const spread = 1.645 * Math.sqrt(fade.ofShare + fade.ofSlope * years * years)
  const share = expectedShare(fade, time)
  return { minutes: ratedMin * share, min: ratedMin * Math.max(0, share - spread), max: ratedMin * (share + spread) }
}
