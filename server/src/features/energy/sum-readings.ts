import { type Quarter, quarterBetween, type Reading } from '@vigilux/contract/features/energy/energy.rules.ts'
import { type DayReadings, dayOfMoment, type LampReadings, type Readings, readingIn } from './day-readings.ts'
import type { UnitTotals } from './energy.schema.ts'
import { pack, unpack } from './packed-columns.ts'

/** Summed columns of each lamp, in this order: energy in tenths of a Wh, seconds on, known quarters, and marks. */
export const sumColumns = ['energy', 'onS', 'known', 'resets', 'jumps'] as const
/** Sums of one lamp by the parts of a period, in the order of {@link sumColumns}. */
export type LampSums = Float64Array[]
export type Sums = { slots: number; lamps: Map<string, LampSums> }

export const noSums = (slots: number): LampSums => sumColumns.map(() => new Float64Array(slots))

/** Quarters per local hour; a day has 23 to 25 hours. */
export const quartersPerHour = 4

/** Every lamp listed at one of these reading times, with its last reported data. */
const lampsIn = (readings: Readings, from: number, to: number): Map<string, LampReadings> => {
  const lampsBySerial = new Map<string, LampReadings>()
  for (let day = dayOfMoment(from); day <= dayOfMoment(to); day++)
    for (const [serial, lamp] of readings.get(day) ?? new Map<string, LampReadings>()) lampsBySerial.set(serial, lamp)
  return lampsBySerial
}

/** Serials by address at a reading time. */
const placesAt = (day: DayReadings | undefined, moment: number): Map<number, string> => {
  const places = new Map<number, string>()
  for (const [serial, { addr, state }] of day ?? []) if (state[moment % state.length] !== 0) places.set(addr, serial)
  return places
}

/** Whether another lamp was at the address when the quarter began. */
const createExchangeCheck = (readings: Readings) => {
  const placesByMoment = new Map<number, Map<number, string>>()
  return (moment: number, addr: number, serial: string): boolean => {
    const places = placesByMoment.get(moment) ?? placesAt(readings.get(dayOfMoment(moment)), moment)
    placesByMoment.set(moment, places)
    const before = places.get(addr)
    return before !== undefined && before !== serial
  }
}

const add = (column: Float64Array | undefined, slot: number, value: number): void => {
  if (column) column[slot] = (column[slot] ?? 0) + value
}

const addQuarter = ([energy, onS, known, resets, jumps]: LampSums, slot: number, { used, mark }: Quarter): void => {
  if (used) {
    add(energy, slot, used.energy)
    add(onS, slot, used.onS)
    add(known, slot, 1)
  }
  if (mark) add(mark === 'reset' ? resets : jumps, slot, 1)
}

/** Quarters of a span, and how many are summed per slot. */
type Span = { from: number; to: number; perSlot: number }

/** The readings of one lamp in order, looked up once per day. */
const readingsOf = (readings: Readings, serial: string) => {
  let day = Number.NaN
  let lamp: LampReadings | undefined
  return (moment: number): Reading | null | undefined => {
    const dayOfReading = dayOfMoment(moment)
    if (dayOfReading !== day) [day, lamp] = [dayOfReading, readings.get(dayOfReading)?.get(serial)]
    return readingIn(lamp, moment)
  }
}

/** Sums of one lamp by the hours of a day. */
const sumLamp = (
  readings: Readings,
  serial: string,
  { from, to, perSlot }: Span,
  { ratedDw, isNewAt }: { ratedDw: number | null; isNewAt(moment: number): boolean },
): LampSums => {
  const sums = noSums(Math.ceil((to - from) / perSlot))
  const shownAt = readingsOf(readings, serial)
  let isAfterJump = false
  let before = shownAt(from - 1)
  for (let moment = from - 1; moment < to; moment++) {
    const after = shownAt(moment + 1)
    const isNewHere = before === undefined && !!after && isNewAt(moment)
    const quarter = quarterBetween(before ?? null, after ?? null, { ratedDw, isNewHere, isAfterJump })
    isAfterJump = quarter.mark === 'jump'
    if (moment >= from) addQuarter(sums, Math.floor((moment - from) / perSlot), quarter)
    before = after
  }
  return sums
}

/**
 * Sums readings by the hours of a day, or by other parts, between two reading times. Also reads one quarter before,
 * because a counter returning after a jump is no reset.
 */
export const sumDay = (readings: Readings, from: number, to: number, perSlot = quartersPerHour): Sums => {
  const lamps = new Map<string, LampSums>()
  const isExchanged = createExchangeCheck(readings)
  for (const [serial, { addr, ratedDw }] of lampsIn(readings, from, to)) {
    const isNewAt = (moment: number) => isExchanged(moment, addr, serial)
    lamps.set(serial, sumLamp(readings, serial, { from, to, perSlot }, { ratedDw, isNewAt }))
  }
  return { slots: Math.ceil((to - from) / perSlot), lamps }
}

export const noTotals: UnitTotals = { energy: [], onS: [], known: [], resets: [], jumps: [] }

const sumOf = (values: Float64Array): number => values.reduce((total, value) => total + value, 0)

/** Replaces one part of a longer period by the sums of a whole period. */
export const replacePart = (target: Sums, slot: number, part: Sums): void => {
  for (const serial of new Set([...target.lamps.keys(), ...part.lamps.keys()])) {
    const sums = target.lamps.get(serial) ?? noSums(target.slots)
    const partSums = part.lamps.get(serial)
    for (const [n, column] of sums.entries()) column[slot] = partSums?.[n] ? sumOf(partSums[n]) : 0
    target.lamps.set(serial, sums)
  }
}

export const totalsOf = ({ slots, lamps }: Sums): UnitTotals => {
  const totals = noSums(slots)
  for (const sums of lamps.values())
    for (const [n, column] of sums.entries()) {
      const total = totals[n]
      if (total) for (let slot = 0; slot < slots; slot++) total[slot] = (total[slot] ?? 0) + (column[slot] ?? 0)
    }
  return Object.fromEntries(sumColumns.map((name, n) => [name, [...(totals[n] ?? [])]])) as UnitTotals
}

export const packSums = ({ slots, lamps }: Sums): Buffer => {
  const orderedLamps = [...lamps].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const columns = sumColumns.map((_, n) => {
    const column = new Float64Array(orderedLamps.length * slots)
    for (const [index, [, sums]] of orderedLamps.entries()) column.set(sums[n] ?? [], index * slots)
    return column
  })
  return pack({ serials: orderedLamps.map(([serial]) => serial), columns, slots })
}

/** Sums of all lamps, or of the requested ones. */
export const unpackSums = (packedSums: Uint8Array, requestedSerials: ReadonlySet<string> | null = null): Sums => {
  const { serials, columns, slots } = unpack(packedSums)
  const lamps = new Map<string, LampSums>()
  for (const [index, serial] of serials.entries()) {
    if (requestedSerials && !requestedSerials.has(serial)) continue
    const sums = columns.map((column) => column.subarray(index * slots, (index + 1) * slots))
    lamps.set(serial, sums)
  }
  return { slots, lamps }
}
