import type { UnitTotals } from './energy.schema.ts'
import { totalsOf, unpackSums } from './sum-readings.ts'

/** Packed sums of a unit in a period, and the lamps of it that are asked about; null for all. */
export type PackedSums = { lamps: Uint8Array; serials: readonly string[] | null }

/** Sums of the asked lamps of each, in the order in which they came. */
export const totalAll = (all: readonly PackedSums[]): UnitTotals[] =>
  all.map(({ lamps, serials }) => {
    const sums = unpackSums(lamps, serials && new Set(serials))
    return totalsOf(sums)
  })
