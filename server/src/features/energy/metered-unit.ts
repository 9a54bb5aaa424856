import { pack, unpack } from './packed-columns.ts'

/** Present metering state of a lamp. Reading times count quarters of an hour since 1970. */
export type MeteredLampNow = {
  addr: number
  /** Tenths of a watt; null if the lamp does not report it. */
  ratedDw: number | null
  /** The first and the newest reading time at which the unit listed the lamp, readable or not. */
  first: number
  last: number
  /** Mean power of the newest quarter in tenths of a watt; null if unknown. */
  powerDw: number | null
}

export type MeteredUnit = {
  /** The zone of its sums. */
  timezone: string
  /** Its newest reading time; null before the first. */
  latest: number | null
  /** By serial. */
  lamps: Map<string, MeteredLampNow>
}

/** Distinguishes null from 0. */
const encodeNullable = (value: number | null): number => (value === null ? 0 : value + 1)
const decodeNullable = (value = 0): number | null => (value === 0 ? null : value - 1)

export const packMetered = (lamps: MeteredUnit['lamps']): Buffer => {
  const all = [...lamps.values()]
  const columns = [
    all.map(({ addr }) => addr),
    all.map(({ ratedDw }) => encodeNullable(ratedDw)),
    all.map(({ first }) => first),
    all.map(({ first, last }) => last - first),
    all.map(({ powerDw }) => encodeNullable(powerDw)),
  ].map((column) => Float64Array.from(column))
  return pack({ serials: [...lamps.keys()], columns, slots: 1 })
}

export const unpackMetered = (packedMetered: Uint8Array): MeteredUnit['lamps'] => {
  const { serials, columns } = unpack(packedMetered)
  const at = (column: number, index: number): number => columns[column]?.[index] ?? 0
  return new Map(
    serials.map((serial, n) => [
      serial,
      {
        addr: at(0, n),
        ratedDw: decodeNullable(at(1, n)),
        first: at(2, n),
        last: at(2, n) + at(3, n),
        powerDw: decodeNullable(at(4, n)),
      },
    ]),
  )
}
