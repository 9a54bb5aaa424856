import type { PlantDay } from './book-work.ts'
import { type Readings, unpackReadings } from './day-readings.ts'
import type { UnitTotals } from './energy.schema.ts'
import { type LampSums, type Sums, sumDay, totalsOf, unpackSums } from './sum-readings.ts'

/** Packed sums of a unit in a period, and its requested lamps; null for all. */
type PackedSums = { lamps: Uint8Array; serials: readonly string[] | null }

/** Sums of the requested lamps of each, in input order. */
export const computeTotals = (all: readonly PackedSums[]): UnitTotals[] =>
  all.map(({ lamps, serials }) => totalsOf(unpackSums(lamps, serials && new Set(serials))))

const filterLamps = ({ slots, lamps }: Sums, isIncluded: (serial: string) => boolean): Sums => ({
  slots,
  lamps: new Map<string, LampSums>([...lamps].filter(([serial]) => isIncluded(serial))),
})

/** Packed sums, and the group of each lamp; lamps without one belong to the last group. */
type GroupedSums = { lamps: Uint8Array; groupOf: ReadonlyMap<string, number>; groups: number }

/** Sums of each group, for each input in turn. */
export const computeGroupTotals = (all: readonly GroupedSums[]): UnitTotals[][] =>
  all.map(({ lamps, groupOf, groups }) => {
    const sums = unpackSums(lamps)
    const lastGroup = groups - 1
    return Array.from({ length: groups }, (_, group) =>
      totalsOf(filterLamps(sums, (serial) => (groupOf.get(serial) ?? lastGroup) === group)),
    )
  })

type QuarterInput = {
  readings: readonly { day: number; lamps: Uint8Array }[]
  days: readonly PlantDay[]
  serials: readonly string[] | null
}

/** Sums of a unit's requested lamps by the quarters of each day. */
export const computeQuarters = ({ readings, days, serials }: QuarterInput): UnitTotals[] => {
  const unpackedReadings: Readings = new Map(readings.map(({ day, lamps }) => [day, unpackReadings(lamps)]))
  const requestedSerials = serials && new Set(serials)
  return days.map(({ from, to }) =>
    totalsOf(filterLamps(sumDay(unpackedReadings, from, to, 1), (serial) => requestedSerials?.has(serial) ?? true)),
  )
}
