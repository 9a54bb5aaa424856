import type { Reading } from '@vigilux/contract/features/energy/energy.rules.ts'
import type { ReportedReadings } from './energy.schema.ts'
import { pack, unpack } from './packed-columns.ts'

/** Reading times per UTC day. */
export const momentsPerDay = 96

/** State of a lamp at a reading time: absent from the list, listed but unreadable, or read. */
const states = { absent: 0, unread: 1, read: 2 } as const

/** Readings of one lamp in a UTC day, by reading time. */
export type LampReadings = {
  addr: number
  /** Tenths of a watt; null if the lamp does not report it. */
  ratedDw: number | null
  state: Uint8Array
  energy: Float64Array
  onS: Float64Array
}
/** Readings of a unit's lamps in a UTC day, by serial. */
export type DayReadings = Map<string, LampReadings>

const emptyLamp = (addr: number): LampReadings => ({
  addr,
  ratedDw: null,
  state: new Uint8Array(momentsPerDay),
  energy: new Float64Array(momentsPerDay),
  onS: new Float64Array(momentsPerDay),
})

export const dayOfMoment = (moment: number): number => Math.floor(moment / momentsPerDay)
export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
export const dayOfText = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000

/** Each counter as its increase since the last reading: small, repetitive numbers. */
const stepsOf = (state: Uint8Array, values: Float64Array, target: Float64Array, at: number): void => {
  let last = 0
  for (let n = 0; n < momentsPerDay; n++) {
    if (state[n] !== states.read) continue
    const value = values[n] ?? 0
    target[at + n] = value - last
    last = value
  }
}

const valuesOf = (state: Uint8Array, steps: Float64Array, at: number): Float64Array => {
  const values = new Float64Array(momentsPerDay)
  let last = 0
  for (let n = 0; n < momentsPerDay; n++) {
    if (state[n] !== states.read) continue
    last += steps[at + n] ?? 0
    values[n] = last
  }
  return values
}

/** Columns with one value per lamp use only the first slot. */
export const packReadings = (readings: DayReadings): Buffer => {
  const lamps = [...readings].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const columns = Array.from({ length: 5 }, () => new Float64Array(lamps.length * momentsPerDay))
  const [addr, rated, state, energy, onS] = columns as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (const [index, [, lamp]] of lamps.entries()) {
    const at = index * momentsPerDay
    addr[at] = lamp.addr
    rated[at] = lamp.ratedDw === null ? 0 : lamp.ratedDw + 1
    state.set(lamp.state, at)
    stepsOf(lamp.state, lamp.energy, energy, at)
    stepsOf(lamp.state, lamp.onS, onS, at)
  }
  return pack({ serials: lamps.map(([serial]) => serial), columns, slots: momentsPerDay })
}

export const unpackReadings = (packedReadings: Uint8Array): DayReadings => {
  const { serials, columns } = unpack(packedReadings)
  const [addr, rated, states_, energy, onS] = columns as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  return new Map(
    serials.map((serial, index) => {
      const at = index * momentsPerDay
      const state = Uint8Array.from(states_.subarray(at, at + momentsPerDay))
      const ratedValue = rated[at] ?? 0
      const lamp = {
        addr: addr[at] ?? 0,
        ratedDw: ratedValue === 0 ? null : ratedValue - 1,
        state,
        energy: valuesOf(state, energy, at),
        onS: valuesOf(state, onS, at),
      }
      return [serial, lamp]
    }),
  )
}

/** Readings of several UTC days, by day. */
export type Readings = Map<number, DayReadings>

/** A reading of a lamp; null if it was not read, undefined if it was not listed. */
export const readingAt = (readings: Readings, serial: string, moment: number): Reading | null | undefined =>
  readingIn(readings.get(dayOfMoment(moment))?.get(serial), moment)

/** The same within the day of the reading time. */
export const readingIn = (lamp: LampReadings | undefined, moment: number): Reading | null | undefined => {
  const n = moment % momentsPerDay
  if (!lamp || lamp.state[n] === states.absent) return undefined
  return lamp.state[n] === states.read ? { energy: lamp.energy[n] ?? 0, onS: lamp.onS[n] ?? 0 } : null
}

/**
 * Adds reported readings; returns the new reading times. Existing readings stay: a repeated report changes nothing,
 * whatever its values.
 */
export const addReported = (readings: Readings, { first, count, lamps }: ReportedReadings): Set<number> => {
  const changedDays = new Set<number>()
  for (let n = 0; n < count; n++) {
    const moment = first + n
    const day = readings.get(dayOfMoment(moment)) ?? new Map<string, LampReadings>()
    readings.set(dayOfMoment(moment), day)
    for (const [addr, serial, ratedDw, energies, times] of lamps) {
      const lamp = day.get(serial) ?? emptyLamp(addr)
      day.set(serial, lamp)
      if (setReading(lamp, moment % momentsPerDay, energies[n] ?? null, times[n] ?? null)) changedDays.add(moment)
      else continue
      lamp.addr = addr
      lamp.ratedDw = ratedDw
    }
  }
  return changedDays
}

const setReading = (lamp: LampReadings, n: number, energy: number | null, onS: number | null): boolean => {
  const state = energy === null || onS === null ? states.unread : states.read
  if ((lamp.state[n] ?? 0) >= state) return false
  lamp.state[n] = state
  lamp.energy[n] = energy ?? 0
  lamp.onS[n] = onS ?? 0
  return true
}
