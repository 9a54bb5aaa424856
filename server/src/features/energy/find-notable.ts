import { type Sums, sumColumns, unpackSums } from './sum-readings.ts'

/** Sums of a unit by the hours of a day of the plant, and which of these are night hours. */
type NotableDay = { day: string; lamps: Uint8Array; night: readonly number[] }
/** Rated power in tenths of a watt, by serial. */
type NotableUnit = { unit: string; rated: ReadonlyMap<string, number | null>; days: readonly NotableDay[] }

/** A finding about one lamp: tenths of a Wh, and seconds. */
export type Notable = {
  kind: 'lit_at_night' | 'no_power'
  unit: string
  serial: string
  day: string
  used: number
  expected: number
  onS: number
}

const [energyAt, onAt, knownAt] = [sumColumns.indexOf('energy'), sumColumns.indexOf('onS'), sumColumns.indexOf('known')]
/** Share of rated power over half of the night hours, above a lamp left at its lowest level. */
const litShare = 0.25
/** Previous nights required before one counts as unusual. */
const minNights = 3
/** Seconds of reported on-time after which a working meter must show consumption. */
const minOnS = 2 * 3_600
/** Share of the rated power below which only the electronics consume. */
const offShare = 0.02
const unknownRatedDw = 400

const sumOver = (column: Float64Array | undefined, hours: readonly number[]): number =>
  hours.reduce((total, hour) => total + (column?.[hour] ?? 0), 0)

const middleOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

type Night = { day: string; used: number; known: number; onS: number; hours: number }

/** The brightest night, if the others were dark. */
const litAtNight = (nights: readonly Night[], ratedDw: number): Omit<Notable, 'kind' | 'unit' | 'serial'> | null => {
  const completeNights = nights.filter((one) => one.known >= one.hours * 2 && one.hours > 0)
  const brightest = completeNights.toSorted((a, b) => a.used - b.used).at(-1)
  if (!brightest || completeNights.length <= minNights) return null
  const typicalUse = middleOf(completeNights.filter((one) => one !== brightest).map(({ used }) => used))
  const fullUse = ratedDw * brightest.hours
  if (brightest.used < fullUse * litShare || typicalUse > fullUse * (litShare / 2)) return null
  return { day: brightest.day, used: brightest.used, expected: typicalUse, onS: brightest.onS }
}

type KnownDay = NotableDay & { sums: Sums }

const noPower = (
  days: readonly KnownDay[],
  serial: string,
  ratedDw: number,
): Omit<Notable, 'kind' | 'unit' | 'serial'> | null => {
  for (const { day, sums } of days.toReversed()) {
    const lampSums = sums.lamps.get(serial)
    // The consumption of the electronics of a dark lamp does not count.
    const hours = [...(lampSums?.[onAt]?.entries() ?? [])].flatMap(([hour, seconds]) => (seconds > 0 ? [hour] : []))
    const [used, onS] = [sumOver(lampSums?.[energyAt], hours), sumOver(lampSums?.[onAt], hours)]
    // A day on which the lamp was off, such as a Sunday, says nothing about its power.
    if (onS < minOnS) continue
    const expectedUse = (ratedDw * onS) / 3_600
    return used < expectedUse * offShare ? { day, used, expected: expectedUse, onS } : null
  }
  return null
}

/** Searches some days of a unit for unusual lamps. */
export const findNotable = ({ unit, rated, days }: NotableUnit): Notable[] => {
  const unpackedDays = days.map((day): KnownDay => ({ ...day, sums: unpackSums(day.lamps) }))
  const serials = new Set(unpackedDays.flatMap(({ sums }) => [...sums.lamps.keys()]))
  return [...serials].flatMap((serial): Notable[] => {
    const ratedDw = rated.get(serial) ?? unknownRatedDw
    const nights = unpackedDays.map(({ day, night, sums }): Night => {
      const lampSums = sums.lamps.get(serial)
      const [used, onS, quarters] = [energyAt, onAt, knownAt].map((at) => sumOver(lampSums?.[at], night)) as [
        number,
        number,
        number,
      ]
      return { day, used, onS, known: quarters, hours: night.length }
    })
    const litNight = litAtNight(nights, ratedDw)
    const darkDay = noPower(unpackedDays, serial, ratedDw)
    return [
      ...(litNight ? [{ kind: 'lit_at_night' as const, unit, serial, ...litNight }] : []),
      ...(darkDay ? [{ kind: 'no_power' as const, unit, serial, ...darkDay }] : []),
    ]
  })
}
