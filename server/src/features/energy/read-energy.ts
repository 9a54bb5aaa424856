import { quarterS } from '@vigilux/contract/features/energy/energy.rules.ts'
import type { EnergyAnswer, EnergySeries } from '@vigilux/contract/features/energy/energy.ts'
import type { SumLevel, UnitTotals } from './energy.schema.ts'
import type { MeteredLampNow, MeteredUnit } from './metered-unit.ts'
import type { Part, Span } from './periods.ts'

const quarterMs = quarterS * 1_000
/** Milliseconds after which a reading counts as missing; units report within a minute. */
const graceMs = 5 * 60_000
/** Milliseconds after which a power value is no longer current. */
const maxPowerAgeMs = 30 * 60_000

/** A unit with its requested lamps, and whether it is still enrolled. */
export type RequestedUnit = { id: string; isEnrolled: boolean; metered: MeteredUnit }

/** Stored sums of a unit's requested lamps in a period. */
export type StoredSums = { centralUnitId: string; level: SumLevel; start: string; totals: UnitTotals }

const columns = ['energy', 'onS', 'known', 'resets', 'jumps'] as const
type PartSums = Record<(typeof columns)[number], number>

const keyOf = ({ level, start }: { level: SumLevel; start: string }): string => `${level} ${start}`

/** Sums of each part over all units. */
const sumParts = (parts: readonly Part[], storedSums: readonly StoredSums[]): PartSums[] => {
  const byPeriod = Map.groupBy(storedSums, keyOf)
  return parts.map((part) => {
    const sums: PartSums = { energy: 0, onS: 0, known: 0, resets: 0, jumps: 0 }
    for (const { totals } of byPeriod.get(keyOf(part)) ?? [])
      for (const column of columns) sums[column] += totals[column][part.slot] ?? 0
    return sums
  })
}

type Measured = { from: number; to: number }

/** The quarters in which each lamp should have been measured: from its first listing, for as long as it is listed. */
const measuredSpans = (units: readonly RequestedUnit[], now: Date): Measured[] => {
  const lastQuarter = Math.floor((now.getTime() - graceMs) / quarterMs)
  return units.flatMap(({ isEnrolled, metered: { latest, lamps } }) =>
    [...lamps.values()].map(({ first, last }) => ({
      from: first,
      to: isEnrolled && last === latest ? Math.max(last, lastQuarter) : last,
    })),
  )
}

/** Expected lamp-quarters per part. Parts are consecutive; a lamp counts in those within its time. */
const expectedIn = (parts: readonly Part[], spans: readonly Measured[]): number[] => {
  const bySpan = Map.groupBy(spans, ({ from, to }) => `${from} ${to}`)
  const expected = parts.map(() => 0)
  for (const sameSpans of bySpan.values()) {
    const [span] = sameSpans
    if (!span) continue
    for (const [at, part] of parts.entries()) {
      const coveredQuarters = Math.min(part.to, span.to) - Math.max(part.from, span.from)
      if (coveredQuarters > 0) expected[at] = (expected[at] ?? 0) + coveredQuarters * sameSpans.length
    }
  }
  return expected
}

const tenth = (dwh: number): number => dwh / 10
const instantOf = (quarter: number): string => new Date(quarter * quarterMs).toISOString()
const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Known and missing values of each part. */
export const partFacts = (
  parts: readonly Part[],
  storedSums: readonly StoredSums[],
  { units, now }: { units: readonly RequestedUnit[]; now: Date },
): { used: number | null; known: number; missing: number }[] => {
  const expected = expectedIn(parts, measuredSpans(units, now))
  return sumParts(parts, storedSums).map(({ known, energy }, at) => ({
    used: known > 0 ? tenth(energy) : null,
    known,
    missing: Math.max(0, (expected[at] ?? 0) - known),
  }))
}

export type SeriesInput = {
  parts: readonly Part[]
  span: Span
  storedSums: readonly StoredSums[]
  units: readonly RequestedUnit[]
  now: Date
}

/** The parts of a period with their values. */
export const seriesOf = ({
  parts,
  span,
  storedSums,
  units,
  now,
}: SeriesInput): Pick<EnergyAnswer, 'series' | 'total'> => {
  const sums = sumParts(parts, storedSums)
  const expected = expectedIn(parts, measuredSpans(units, now))
  const missing = sums.map(({ known }, at) => Math.max(0, (expected[at] ?? 0) - known))
  const series: EnergySeries = {
    starts: parts.map(({ from }) => instantOf(from)),
    used: sums.map(({ known, energy }) => (known > 0 ? tenth(energy) : null)),
    missing,
    jumps: sums.map(({ jumps }) => jumps),
  }
  const all = (column: (typeof columns)[number]) => sumOf(sums.map((one) => one[column]))
  return {
    series,
    total: {
      from: span.from.toString(),
      until: span.to.subtract({ days: 1 }).toString(),
      used: all('known') > 0 ? tenth(all('energy')) : null,
      litHours: Math.round(all('onS') / 360) / 10,
      missing: sumOf(missing),
      jumps: all('jumps'),
      resets: all('resets'),
    },
  }
}

const isPresent = ({ isEnrolled, metered: { latest } }: RequestedUnit, { last }: MeteredLampNow): boolean =>
  isEnrolled && last === latest

/** Rated and present power of the lamps. */
export const summarizeLamps = (
  units: readonly RequestedUnit[],
  now: Date,
): Pick<EnergyAnswer, 'lamps' | 'now' | 'since'> => {
  const presentLamps = units.flatMap((unit) =>
    [...unit.metered.lamps.values()].flatMap((lamp) =>
      isPresent(unit, lamp) ? [{ ...lamp, latest: unit.metered.latest ?? 0 }] : [],
    ),
  )
  const lampsWithPower = presentLamps.filter(
    ({ latest, powerDw }) => powerDw !== null && now.getTime() - latest * quarterMs <= maxPowerAgeMs,
  )
  const first = Math.min(...units.flatMap(({ metered }) => [...metered.lamps.values()].map((lamp) => lamp.first)))
  return {
    lamps: {
      count: presentLamps.length,
      ratedW: tenth(sumOf(presentLamps.map(({ ratedDw }) => ratedDw ?? 0))),
      unrated: presentLamps.filter(({ ratedDw }) => ratedDw === null).length,
    },
    now:
      lampsWithPower.length === 0
        ? null
        : {
            powerW: tenth(sumOf(lampsWithPower.map(({ powerDw }) => powerDw ?? 0))),
            at: instantOf(Math.max(...lampsWithPower.map(({ latest }) => latest))),
            unknown: presentLamps.length - lampsWithPower.length,
          },
    since: Number.isFinite(first) ? instantOf(first) : null,
  }
}
