import { pack, unpack } from './packed-columns.ts'

/** What is known of the metering of a lamp now. Moments are counted in quarters of an hour since 1970. */
export type MeteredLampNow = {
  addr: number
  /** Tenths of a watt; null where the lamp does not say. */
  ratedDw: number | null
  /** The first and the newest moment at which the lamp was in the list of its unit, whether it could be read or not. */
  first: number
  last: number
  /** Mean power of the newest quarter in tenths of a watt; null where that is not known. */
  powerDw: number | null
}

export type MeteredUnit = {
  /** The zone by which its sums are made. */
  timezone: string
  /** The newest moment of which it told; null before the first. */
  latest: number | null
  /** By serial. */
  lamps: Map<string, MeteredLampNow>
}

/** Null is told apart from 0. */
const written = (value: number | null): number => (value === null ? 0 : value + 1)
const read = (value = 0): number | null => (value === 0 ? null : value - 1)

export const packMetered = (lamps: MeteredUnit['lamps']): Buffer => {
  const all = [...lamps.values()]
  const columns = [
    all.map(({ addr }) => addr),
    all.map(({ ratedDw }) => written(ratedDw)),
    all.map(({ first }) => first),
    all.map(({ first, last }) => last - first),
    all.map(({ powerDw }) => written(powerDw)),
  ].map((column) => Float64Array.from(column))
  return pack({ serials: [...lamps.keys()], columns, slots: 1 })
}

export const unpackMetered = (packed: Uint8Array): MeteredUnit['lamps'] => {
  const { serials, columns } = unpack(packed)
  const at = (column: number, index: number): number => columns[column]?.[index] ?? 0
  return new Map(
    serials.map((serial, n) => [
      serial,
      {
        addr: at(0, n),
        ratedDw: read(at(1, n)),
        first: at(2, n),
        last: at(2, n) + at(3, n),
        powerDw: read(at(4, n)),
      },
    ]),
  )
}
