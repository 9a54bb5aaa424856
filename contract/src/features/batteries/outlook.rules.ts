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

/** End-of-life range (nine of ten) from the share that has ended by a time. */
export const computeEndOfLifeRange = (ended: (time: number) => number, from: number): EndOfLifeRange => ({
  first: toIso(findEndOfShare(ended, endPercentiles.first, from)),
  middle: toIso(findEndOfShare(ended, endPercentiles.middle, from)),
  last: toIso(findEndOfShare(ended, endPercentiles.last, from)),
})

/** Adds the successive batteries of a lamp. */
export const batteryHistoryOf = (lamp: MeasuredLamp) => ({ ...lamp, batteries: splitByBattery(lamp.measured) })
export type BatteryHistory = ReturnType<typeof batteryHistoryOf>

export const groupByCode = (lamps: readonly BatteryHistory[]) => Map.groupBy(lamps, ({ code }) => code)

/** Pools all batteries of a code, including replaced ones. */
const poolsOf = (lamps: readonly BatteryHistory[]): Map<string | null, Pool | null> =>
  new Map(
    [...groupByCode(lamps)].map(([code, some]) => [
      code,
      code === null ? null : poolSegments(some.flatMap(({ batteries }) => batteries)),
    ]),
  )

const findNoOutlookReason = (
  lamp: BatteryHistory,
  measuredLamps: number,
  fewest: MinimumData,
): NoOutlookReason | null => {
  if (lamp.neededNow) return 'neededNow'
  if (lamp.code === null) return 'unknownBattery'
  if ((lamp.batteries.at(-1)?.length ?? 0) < Math.max(fewest.tests, minMeasurementsForLine)) return 'fewTests'
  return measuredLamps < fewest.lamps ? 'fewLamps' : null
}

/** Whether any battery of a lamp has enough measurements. */
export const hasEnoughMeasurements = ({ batteries }: { batteries: readonly Segment[] }, fewest: MinimumData): boolean =>
  batteries.some(({ length }) => length >= Math.max(fewest.tests, minMeasurementsForLine))

/**
 * Outlook of the battery of each lamp, in the order of the lamps, from its own measurements and those of its code. A
 * battery with too few measurements gets the reason instead.
 */
export const computeOutlooks = (
  lamps: readonly MeasuredLamp[],
  fewest: MinimumData,
): { lamps: Outlook[]; measured: Map<string | null, number> } => {
  const histories = lamps.map(batteryHistoryOf)
  const pools = poolsOf(histories)
  const measured = new Map(
    [...groupByCode(histories)].map(([code, some]) => [
      code,
      some.filter((one) => hasEnoughMeasurements(one, fewest)).length,
    ]),
  )
  const outlooks = histories.map((lamp): Outlook => {
    const battery = lamp.batteries.at(-1) ?? []
    const why = findNoOutlookReason(lamp, measured.get(lamp.code) ?? 0, fewest)
    const pool = pools.get(lamp.code) ?? null
    const fade = why === null && pool ? fitFade(battery, pool) : null
    return {
      code: lamp.code,
      battery,
      fade,
      why: fade ? null : (why ?? 'fewTests'),
      replacedAfter: lamp.batteries.at(-2)?.at(-1)?.at ?? null,
      ends: fade ? computeEndOfLifeRange((time) => probabilityEndedBy(fade, time), fade.last) : null,
    }
  })
  return { lamps: outlooks, measured }
}

/** Probability that a battery that still lasts now ends by a time. */
export const probabilityEndsBy = (fade: Fade, time: number, now: number): number => {
  const before = probabilityEndedBy(fade, now)
  return Math.max(0, (probabilityEndedBy(fade, time) - before) / Math.max(1e-9, 1 - before))
}

/** Starts of the calendar half-years from a moment until 24 months later, both included. */
export const halfYearStarts = (now: number): number[] => {
  const from = new Date(now)
  const end = Date.UTC(from.getUTCFullYear() + 2, from.getUTCMonth(), from.getUTCDate())
  const starts = [now]
  for (let half = Math.floor(from.getUTCMonth() / 6) + 1; ; half += 1) {
    const start = Date.UTC(from.getUTCFullYear(), half * 6, 1)
    if (start >= end) break
    starts.push(start)
  }
  return [...starts, end]
}

/** Pieces of one code per half-year: median number of batteries that end in it, and its range. */
export const piecesPerHalfYear = (fades: readonly Fade[], now: number) => {
  const borders = halfYearStarts(now)
  const middles = fades.map(
    (fade) => findEndOfShare((time) => probabilityEndsBy(fade, time, now), 0.5, now) ?? Number.POSITIVE_INFINITY,
  )
  return borders.slice(1).map((until, n) => {
    const from = borders[n] ?? now
    const chances = fades.map((fade) => probabilityEndsBy(fade, until, now) - probabilityEndsBy(fade, from, now))
    const mean = chances.reduce((sum, p) => sum + p, 0)
    const deviation = Math.sqrt(chances.reduce((sum, p) => sum + p * (1 - p), 0))
    const pieces = middles.filter((middle) => middle > from && middle <= until).length
    const range = { least: Math.floor(mean - 1.645 * deviation), most: Math.ceil(mean + 1.645 * deviation) }
    return {
      from,
      until,
      pieces,
      least: Math.max(0, Math.min(pieces, range.least)),
      most: Math.min(fades.length, Math.max(pieces, range.most)),
    }
  })
}

const dayMs = 86_400_000

/** Expected minutes at a time, for a chart: the line, and the range of nine of ten. */
export const expectedMinutesAt = (fade: Fade, time: number, ratedMin: number) => {
  const years = (time - fade.at) / (365.25 * dayMs)
  const spread = 1.645 * Math.sqrt(fade.ofShare + fade.ofSlope * years * years)
  const share = expectedShare(fade, time)
  return { minutes: ratedMin * share, least: ratedMin * Math.max(0, share - spread), most: ratedMin * (share + spread) }
}
