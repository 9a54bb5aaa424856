import { quarterBetween, quarterS } from '@vigilux/contract/features/energy/energy.rules.ts'
import type { MeteredLamp } from '@vigilux/device-plane/envelope.wire.ts'
import { addReported, dayOfMoment, packReadings, type Readings, readingAt, unpackReadings } from './day-readings.ts'
import type { ReportedReadings, SumLevel, UnitTotals } from './energy.schema.ts'
import { type MeteredLampNow, type MeteredUnit, packMetered, unpackMetered } from './metered-unit.ts'
import { packSums, replacePart, type Sums, sumDay, totalsOf, unpackSums } from './sum-readings.ts'

/** A day of the plant, and its quarters of an hour since 1970, up to `to` (exclusive). */
export type PlantDay = { start: string; from: number; to: number }
type LongLevel = Exclude<SumLevel, 'day'>
type StoredLongSums = { level: LongLevel; start: string; lamps: Uint8Array }

/** New telemetry of a unit, with all stored data it may change. */
export type BookInput = {
  /** Raw JSON. */
  telemetry: string[]
  /** UTC days, packed. */
  readings: { day: number; lamps: Uint8Array }[]
  /** Days of the plant affected by these readings. */
  days: PlantDay[]
  /** Sum the days again even without new readings. */
  rebuild: boolean
  long: StoredLongSums[]
  metered: { latest: number | null; lamps: Uint8Array } | null
}

export type BookedSums = { level: SumLevel; start: string; lamps: Uint8Array; totals: UnitTotals }
/** Data to store in place of the previous one. */
export type BookResult = {
  readings: { day: number; lamps: Uint8Array }[]
  sums: BookedSums[]
  metered: { latest: number | null; lamps: Uint8Array }
}

const slotsOf: Record<LongLevel, (start: string) => number> = {
  month: (start) => Temporal.PlainDate.from(start).daysInMonth,
  year: () => 12,
}

const toBookedSums = (level: SumLevel, start: string, sums: Sums): BookedSums => ({
  level,
  start,
  lamps: packSums(sums),
  totals: totalsOf(sums),
})

/** Adds sums of periods to the longer periods around them; returns these by their first day. */
const updateLongSums = (
  level: LongLevel,
  parts: ReadonlyMap<string, Sums>,
  longSums: readonly StoredLongSums[],
): ReadonlyMap<string, Sums> => {
  const startOf = (part: string) => (level === 'month' ? `${part.slice(0, 7)}-01` : `${part.slice(0, 4)}-01-01`)
  const slotOf = (part: string) => Number(level === 'month' ? part.slice(8, 10) : part.slice(5, 7)) - 1
  const wholes = new Map<string, Sums>()
  for (const [start, partSums] of Map.groupBy(parts, ([part]) => startOf(part))) {
    const storedSums = longSums.find((one) => one.level === level && one.start === start)
    const wholeSums = storedSums ? unpackSums(storedSums.lamps) : { slots: slotsOf[level](start), lamps: new Map() }
    for (const [part, sums] of partSums) replacePart(wholeSums, slotOf(part), sums)
    wholes.set(start, wholeSums)
  }
  return wholes
}

/** Sums of days, and of the periods around them. */
export const updateAllLongSums = (
  sumsByDay: ReadonlyMap<string, Sums>,
  longSums: readonly StoredLongSums[],
): BookedSums[] => {
  const sumsByMonth = updateLongSums('month', sumsByDay, longSums)
  const sumsByYear = updateLongSums('year', sumsByMonth, longSums)
  const levels = [
    ...([['day', sumsByDay] as const, ['month', sumsByMonth] as const, ['year', sumsByYear] as const] as const),
  ]
  return levels.flatMap(([level, sumsByStart]) =>
    [...sumsByStart].map(([start, sums]) => toBookedSums(level, start, sums)),
  )
}

/** A reading affects the quarters before and after it, and as a jump one more. */
const isTouched = ({ from, to }: PlantDay, changedDays: ReadonlySet<number>): boolean => {
  for (const moment of changedDays) if (moment >= from - 1 && moment <= to) return true
  return false
}

const updateLamp = (
  before: MeteredLampNow | undefined,
  { first, count }: ReportedReadings,
  reportedLamp: MeteredLamp,
): MeteredLampNow => {
  const [addr, , ratedDw] = reportedLamp
  const last = first + count - 1
  const reportedState = { addr, ratedDw, first, last, powerDw: null }
  if (!before) return reportedState
  const newest = last >= before.last ? reportedState : before
  return { ...newest, first: Math.min(first, before.first), last: Math.max(last, before.last) }
}

/** Mean power of the quarter before a moment, in tenths of a watt. */
const powerAt = (readings: Readings, serial: string, ratedDw: number | null, moment: number): number | null => {
  const [before, after] = [readingAt(readings, serial, moment - 1) ?? null, readingAt(readings, serial, moment) ?? null]
  const { used: usedReading, mark } = quarterBetween(before, after, { ratedDw, isNewHere: false, isAfterJump: false })
  return usedReading && mark === null ? Math.round((usedReading.energy * 3_600) / quarterS) : null
}

type Metered = Pick<MeteredUnit, 'latest' | 'lamps'>

/** State of the lamps once these telegrams are booked. */
const updateMetered = (
  { latest: before, lamps: all }: Metered,
  reportedReadings: readonly ReportedReadings[],
  readings: Readings,
) => {
  const lamps = new Map(all)
  for (const reported of reportedReadings)
    for (const reportedLamp of reported.lamps)
      lamps.set(reportedLamp[1], updateLamp(lamps.get(reportedLamp[1]), reported, reportedLamp))
  const latestMoment = Math.max(before ?? 0, ...reportedReadings.map(({ first, count }) => first + count - 1))
  for (const [serial, lamp] of lamps)
    lamps.set(serial, { ...lamp, powerDw: powerAt(readings, serial, lamp.ratedDw, latestMoment) })
  return { latest: latestMoment, lamps: packMetered(lamps) }
}

const unmetered = { latest: null, lamps: packMetered(new Map()) }

/** Books a unit's telemetry: a pure function with all the expensive work. */
export const bookReadings = (order: BookInput): BookResult => {
  const reportedReadings = order.telemetry.map((text): ReportedReadings => JSON.parse(text))
  const readings: Readings = new Map(order.readings.map(({ day, lamps }) => [day, unpackReadings(lamps)]))
  const changedDays = new Set(reportedReadings.flatMap((one) => [...addReported(readings, one)]))
  const before = order.metered ?? unmetered
  return {
    readings: [...new Set([...changedDays].map(dayOfMoment))].map((day) => ({
      day,
      lamps: packReadings(readings.get(day) ?? new Map()),
    })),
    sums: updateAllLongSums(
      new Map(
        order.days
          .filter((day) => order.rebuild || isTouched(day, changedDays))
          .map(({ start, from, to }) => [start, sumDay(readings, from, to)]),
      ),
      order.long,
    ),
    metered:
      reportedReadings.length === 0
        ? before
        : updateMetered({ latest: before.latest, lamps: unpackMetered(before.lamps) }, reportedReadings, readings),
  }
}
