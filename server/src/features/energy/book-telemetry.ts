import { quarterBetween, quarterS } from '@vigilux/contract/features/energy/energy.rules.ts'
import type { MeteredLamp } from '@vigilux/device-plane/envelope.wire.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn, endOfDay, startOfDay } from '../../kernel/zoned.ts'
import { addTold, dayOfMoment, momentsPerDay, type Readings, readingAt } from './day-readings.ts'
import type { SumLevel, ToldReadings } from './energy.schema.ts'
import {
  type DueUnit,
  daysWithReadings,
  findMetered,
  findSums,
  readReadings,
  saveMetered,
  saveReadings,
  saveSums,
  takeDueUnit,
  takeWaiting,
} from './energy.store.ts'
import type { MeteredLampNow, MeteredUnit } from './metered-unit.ts'
import { putPart, type Sums, sumDay } from './sum-readings.ts'

const momentMs = quarterS * 1_000

/** Moments of the days of UTC that these telegrams tell of, and their neighbours, which lie in the same sums. */
const daysOf = (told: readonly ToldReadings[]): number[] => {
  const days = new Set<number>()
  for (const { first, count } of told)
    for (let day = dayOfMoment(first) - 1; day <= dayOfMoment(first + count) + 1; day++) days.add(day)
  return [...days]
}

/** The days of the plant in which a reading at these moments has a say: a jump before a quarter counts as well. */
const plantDays = (moments: Iterable<number>, timezone: string): Set<string> => {
  const quarters = new Set<number>()
  for (const moment of moments) for (const quarter of [moment - 1, moment, moment + 1]) quarters.add(quarter)
  return new Set([...quarters].map((quarter) => dayIn(new Date(quarter * momentMs), timezone)))
}

const momentsOf = (day: string, timezone: string): { from: number; to: number } => ({
  from: Math.floor(startOfDay(day, timezone).getTime() / momentMs),
  to: Math.floor(endOfDay(day, timezone).getTime() / momentMs),
})

/** Days of UTC whose readings the sums of a day of the plant are made from. */
const readingDays = ({ from, to }: { from: number; to: number }): number[] => {
  const days: number[] = []
  for (let day = dayOfMoment(from - 1); day <= dayOfMoment(to); day++) days.push(day)
  return days
}

const slotsOf: Record<Exclude<SumLevel, 'day'>, (start: string) => number> = {
  month: (start) => Temporal.PlainDate.from(start).daysInMonth,
  year: () => 12,
}

/** Puts sums of periods into those of the longer ones around them; answers these, by their first day. */
const carryUp = async (
  tx: Tx,
  unitId: string,
  level: 'month' | 'year',
  parts: ReadonlyMap<string, Sums>,
): Promise<Map<string, Sums>> => {
  const startOf = (part: string) => (level === 'month' ? `${part.slice(0, 7)}-01` : `${part.slice(0, 4)}-01-01`)
  const slotOf = (part: string) => Number(level === 'month' ? part.slice(8, 10) : part.slice(5, 7)) - 1
  const wholes = new Map<string, Sums>()
  for (const [start, own] of Map.groupBy(parts, ([part]) => startOf(part))) {
    const whole = (await findSums(tx, unitId, { level, start })) ?? { slots: slotsOf[level](start), lamps: new Map() }
    for (const [part, sums] of own) putPart(whole, slotOf(part), sums)
    await saveSums(tx, unitId, { level, start }, whole)
    wholes.set(start, whole)
  }
  return wholes
}

/** Sums the days of a plant up anew, and what they are part of. */
const sumUp = async (tx: Tx, { id, timezone }: DueUnit, days: Iterable<string>, known: Readings): Promise<void> => {
  const sums = new Map<string, Sums>()
  for (const day of days) {
    const span = momentsOf(day, timezone)
    const missing = readingDays(span).filter((one) => !known.has(one))
    for (const [one, readings] of await readReadings(tx, id, missing)) known.set(one, readings)
    const its = sumDay(known, span.from, span.to)
    await saveSums(tx, id, { level: 'day', start: day }, its)
    sums.set(day, its)
  }
  await carryUp(tx, id, 'year', await carryUp(tx, id, 'month', sums))
}

const lampAnew = (
  before: MeteredLampNow | undefined,
  { first, count }: ToldReadings,
  its: MeteredLamp,
): MeteredLampNow => {
  const [addr, , ratedDw] = its
  const last = first + count - 1
  const said = { addr, ratedDw, first, last, powerDw: null }
  if (!before) return said
  const newest = last >= before.last ? said : before
  return { ...newest, first: Math.min(first, before.first), last: Math.max(last, before.last) }
}

/** What is known of the lamps once these telegrams are booked as well. */
const meterAnew = (unit: MeteredUnit, told: readonly ToldReadings[], readings: Readings): MeteredUnit => {
  const lamps = new Map(unit.lamps)
  for (const one of told) for (const its of one.lamps) lamps.set(its[1], lampAnew(lamps.get(its[1]), one, its))
  const latest = Math.max(unit.latest ?? 0, ...told.map(({ first, count }) => first + count - 1))
  for (const [serial, lamp] of lamps)
    lamps.set(serial, { ...lamp, powerDw: powerAt(readings, serial, lamp.ratedDw, latest) })
  return { ...unit, latest, lamps }
}

/** Mean power of the quarter that ends at a moment, in tenths of a watt. */
const powerAt = (readings: Readings, serial: string, ratedDw: number | null, moment: number): number | null => {
  const [before, after] = [readingAt(readings, serial, moment - 1) ?? null, readingAt(readings, serial, moment) ?? null]
  const { used, mark } = quarterBetween(before, after, { ratedDw, isNewHere: false, isAfterJump: false })
  return used && mark === null ? Math.round((used.energy * 3_600) / quarterS) : null
}

/** Adds what was told to the readings of its days; answers the moments at which something became known. */
const addAll = async (
  tx: Tx,
  unitId: string,
  told: readonly ToldReadings[],
  readings: Readings,
): Promise<Set<number>> => {
  const changed = new Set(told.flatMap((one) => [...addTold(readings, one)]))
  for (const day of new Set([...changed].map(dayOfMoment)))
    await saveReadings(tx, unitId, day, readings.get(day) ?? new Map())
  return changed
}

/** Every day of the plant of which readings are kept. */
const everyDay = async (tx: Tx, { id, timezone }: DueUnit): Promise<string[]> => {
  const ends = (await daysWithReadings(tx, id)).flatMap((day) => [day * momentsPerDay, (day + 1) * momentsPerDay - 1])
  return [...plantDays(ends, timezone)]
}

/** Books what a unit has told; where its plant has moved to another zone, all that is still known of it. */
const bookUnit = async (tx: Tx, due: DueUnit): Promise<void> => {
  const told = await takeWaiting(tx, due.id)
  const before = (await findMetered(tx, due.id)) ?? { timezone: due.timezone, latest: null, lamps: new Map() }
  const readings = await readReadings(tx, due.id, daysOf(told))
  const changed = await addAll(tx, due.id, told, readings)
  const days = before.timezone === due.timezone ? plantDays(changed, due.timezone) : await everyDay(tx, due)
  await sumUp(tx, due, days, readings)
  const newest = told.length === 0 ? before : meterAnew(before, told, await withNewest(tx, due.id, before, readings))
  await saveMetered(tx, due.id, { ...newest, timezone: due.timezone })
}

/** The newest moment may lie in a day of which nothing is told now. */
const withNewest = async (tx: Tx, unitId: string, { latest }: MeteredUnit, readings: Readings): Promise<Readings> => {
  if (latest === null) return readings
  const days = [dayOfMoment(latest - 1), dayOfMoment(latest)].filter((day) => !readings.has(day))
  if (days.length === 0) return readings
  return new Map([...readings, ...(await readReadings(tx, unitId, days))])
}

/**
 * Books the telemetry of one unit, in the open transaction: readings, sums of each length, and what the lamps draw now. Bears being
 * run on several nodes, and what was told twice changes nothing.
 * @returns the plant of the unit; null where nothing is due
 */
export const bookTelemetry = async (tx: Tx): Promise<string | null> => {
  const due = await takeDueUnit(tx)
  if (!due) return null
  await bookUnit(tx, due)
  return due.plantId
}
