import type { Ends, WhyNoOutlook } from './battery-outlook.ts'
import {
  batteriesOf,
  endedBy,
  expectedShare,
  type Fade,
  fadeOf,
  fewestForLine,
  type Measurement,
  type Pool,
  poolOf,
  type Segment,
  whenEnded,
} from './fade.rules.ts'

/** What was measured of a lamp, and which battery it has; `neededNow` where it is known to have ended. */
export type MeasuredLamp = { code: string | null; neededNow: boolean; measured: readonly Measurement[] }

/** Fewest measurements of a battery and fewest lamps of a code below which nothing is said. */
export type Fewest = { tests: number; lamps: number }

export type Outlook = {
  code: string | null
  /** The battery that is in it now. */
  battery: Segment
  /** When the measurement was made before which another battery was in it; null where none was. */
  replacedAfter: number | null
  fade: Fade | null
  ends: Ends | null
  why: WhyNoOutlook | null
}

const nineOfTen = { first: 0.05, middle: 0.5, last: 0.95 }
const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

/** When nine of ten of some batteries end, from how many have ended by a time. */
export const endsOf = (ended: (time: number) => number, from: number): Ends => ({
  first: iso(whenEnded(ended, nineOfTen.first, from)),
  middle: iso(whenEnded(ended, nineOfTen.middle, from)),
  last: iso(whenEnded(ended, nineOfTen.last, from)),
})

/** The batteries that each lamp has had. */
export const historyOf = (lamp: MeasuredLamp) => ({ ...lamp, batteries: batteriesOf(lamp.measured) })
export type History = ReturnType<typeof historyOf>

export const byCode = (lamps: readonly History[]) => Map.groupBy(lamps, ({ code }) => code)

/** All batteries of a code tell how it fades, also those that are gone. */
const poolsOf = (lamps: readonly History[]): Map<string | null, Pool | null> =>
  new Map(
    [...byCode(lamps)].map(([code, some]) => [
      code,
      code === null ? null : poolOf(some.flatMap(({ batteries }) => batteries)),
    ]),
  )

const whyNot = (lamp: History, measuredLamps: number, fewest: Fewest): WhyNoOutlook | null => {
  if (lamp.neededNow) return 'neededNow'
  if (lamp.code === null) return 'unknownBattery'
  if ((lamp.batteries.at(-1)?.length ?? 0) < Math.max(fewest.tests, fewestForLine)) return 'fewTests'
  return measuredLamps < fewest.lamps ? 'fewLamps' : null
}

/** Whether some battery of a lamp was measured often enough. */
export const isMeasured = ({ batteries }: { batteries: readonly Segment[] }, fewest: Fewest): boolean =>
  batteries.some(({ length }) => length >= Math.max(fewest.tests, fewestForLine))

/**
 * When the battery of each lamp ends: lasts less than the rated duration. From its own measurements and those of all batteries of its
 * code; in the order of the lamps. Of what is measured too rarely nothing is said, and why.
 */
export const outlookOf = (
  lamps: readonly MeasuredLamp[],
  fewest: Fewest,
): { lamps: Outlook[]; measured: Map<string | null, number> } => {
  const histories = lamps.map(historyOf)
  const pools = poolsOf(histories)
  const measured = new Map(
    [...byCode(histories)].map(([code, some]) => [code, some.filter((one) => isMeasured(one, fewest)).length]),
  )
  const outlooks = histories.map((lamp): Outlook => {
    const battery = lamp.batteries.at(-1) ?? []
    const why = whyNot(lamp, measured.get(lamp.code) ?? 0, fewest)
    const pool = pools.get(lamp.code) ?? null
    const fade = why === null && pool ? fadeOf(battery, pool) : null
    return {
      code: lamp.code,
      battery,
      fade,
      why: fade ? null : (why ?? 'fewTests'),
      replacedAfter: lamp.batteries.at(-2)?.at(-1)?.at ?? null,
      ends: fade ? endsOf((time) => endedBy(fade, time), fade.last) : null,
    }
  })
  return { lamps: outlooks, measured }
}

/** How likely a battery that has not ended by now ends by a time. */
export const endsBy = (fade: Fade, time: number, now: number): number => {
  const before = endedBy(fade, now)
  return Math.max(0, (endedBy(fade, time) - before) / Math.max(1e-9, 1 - before))
}

/** Starts of the half years of the calendar from a moment until 24 months after it, both of these included. */
export const halfYears = (now: number): number[] => {
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

/** Pieces of one code for each half year: the lamps of which half such batteries have ended by then, and what it may come to. */
export const piecesFor = (fades: readonly Fade[], now: number) => {
  const borders = halfYears(now)
  const middles = fades.map(
    (fade) => whenEnded((time) => endsBy(fade, time, now), 0.5, now) ?? Number.POSITIVE_INFINITY,
  )
  return borders.slice(1).map((until, n) => {
    const from = borders[n] ?? now
    const chances = fades.map((fade) => endsBy(fade, until, now) - endsBy(fade, from, now))
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

/** Minutes that are expected at a time, for a chart: the line and where nine of ten lie. */
export const expectedAt = (fade: Fade, time: number, ratedMin: number) => {
  const years = (time - fade.at) / (365.25 * dayMs)
  const spread = 1.645 * Math.sqrt(fade.ofShare + fade.ofSlope * years * years)
  const share = expectedShare(fade, time)
  return { minutes: ratedMin * share, least: ratedMin * Math.max(0, share - spread), most: ratedMin * (share + spread) }
}
