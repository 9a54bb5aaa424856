import { quarterS } from '@vigilux/contract/features/energy/energy.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn, endOfDay, startOfDay } from '../../kernel/zoned.ts'
import type { BookInput, PlantDay } from './book-work.ts'
import { dayOfMoment, momentsPerDay } from './day-readings.ts'
import {
  claimDueUnit,
  claimWaitingTelemetry,
  type DueUnit,
  findMetered,
  listDaysWithReadings,
  listLongSums,
  readReadings,
  saveMetered,
  saveReadings,
  saveSums,
  type WaitingTelemetry,
} from './energy.store.ts'
import { energyThread } from './energy-thread.ts'

const momentMs = quarterS * 1_000
/** Days of the plant summed at once when all days are rebuilt. */
const daysPerBatch = 31

const dayOf = (moment: number, timezone: string): Temporal.PlainDate =>
  Temporal.PlainDate.from(dayIn(new Date(moment * momentMs), timezone))

/** The days of the plant from one moment to another. */
const plantDays = (first: number, last: number, timezone: string): PlantDay[] => {
  const days: PlantDay[] = []
  const end = dayOf(last, timezone)
  for (let day = dayOf(first, timezone); Temporal.PlainDate.compare(day, end) <= 0; day = day.add({ days: 1 })) {
    const start = day.toString()
    const from = Math.floor(startOfDay(day, timezone).getTime() / momentMs)
    days.push({ start, from, to: Math.floor(endOfDay(start, timezone).getTime() / momentMs) })
  }
  return days
}

/** Days of the plant affected by these telegrams, each once. */
const daysOf = (telemetry: readonly WaitingTelemetry[], timezone: string): PlantDay[] => {
  const days = telemetry.flatMap(({ first, count }) => plantDays(first - 1, first + count, timezone))
  return [...new Map(days.map((day) => [day.start, day])).values()]
}

/** UTC days of the readings behind these days of the plant. */
const readingDays = (days: readonly PlantDay[]): number[] =>
  days.flatMap(({ from, to }) =>
    Array.from({ length: dayOfMoment(to) - dayOfMoment(from - 1) + 1 }, (_, n) => dayOfMoment(from - 1) + n),
  )

/** The day of the newest reading, which may not be among the new ones. */
const newestDays = (latestMoment: number | null | undefined): number[] =>
  typeof latestMoment === 'number' ? [dayOfMoment(latestMoment - 1), dayOfMoment(latestMoment)] : []

/** Computes a unit's days and saves the result. */
const bookDays = async (
  tx: Tx,
  { id, timezone }: DueUnit,
  {
    telemetry,
    days,
    metered,
  }: { telemetry: readonly WaitingTelemetry[]; days: PlantDay[]; metered: BookInput['metered'] },
): Promise<BookInput['metered']> => {
  const utcDays = [...new Set([...readingDays(days), ...newestDays(metered?.latest)])]
  const result = await energyThread.run('book', {
    telemetry: telemetry.map(({ text }) => text),
    readings: await readReadings(tx, id, utcDays),
    days,
    rebuild: telemetry.length === 0,
    metered,
    long: await listLongSums(
      tx,
      id,
      days.map(({ start }) => start),
    ),
  })
  for (const { day, lamps } of result.readings) await saveReadings(tx, id, day, lamps)
  for (const sums of result.sums) await saveSums(tx, id, sums)
  await saveMetered(tx, id, { ...result.metered, timezone })
  return result.metered
}

/** Every day of the plant with stored readings. */
const everyDay = async (tx: Tx, { id, timezone }: DueUnit): Promise<PlantDay[]> => {
  const storedDays = (await listDaysWithReadings(tx, id)).flatMap((day) =>
    plantDays(day * momentsPerDay - 1, (day + 1) * momentsPerDay, timezone),
  )
  return [...new Map(storedDays.map((day) => [day.start, day])).values()]
}

/** Books a unit's new telemetry; after a change of the plant's zone, all stored readings. */
const bookUnit = async (tx: Tx, dueUnit: DueUnit): Promise<void> => {
  const telemetry = await claimWaitingTelemetry(tx, dueUnit.id)
  const before = await findMetered(tx, dueUnit.id)
  let metered: BookInput['metered'] = before ?? null
  if (telemetry.length > 0)
    metered = await bookDays(tx, dueUnit, { telemetry, days: daysOf(telemetry, dueUnit.timezone), metered })
  if (!before || before.timezone === dueUnit.timezone) return
  const days = await everyDay(tx, dueUnit)
  for (let at = 0; at < days.length; at += daysPerBatch)
    metered = await bookDays(tx, dueUnit, { telemetry: [], days: days.slice(at, at + daysPerBatch), metered })
  if (days.length === 0 && metered) await saveMetered(tx, dueUnit.id, { ...metered, timezone: dueUnit.timezone })
}

/**
 * Books the telemetry of one unit in the open transaction: readings, sums of each length, and present power. Safe on
 * several nodes; repeated telemetry changes nothing. Skips units of `excludedIds`; reports the unit through `found`
 * before anything can fail.
 * @returns the plant of the unit; null where nothing is due
 */
export const bookTelemetry = async (
  tx: Tx,
  excludedIds: readonly string[],
  found: (unitId: string) => void,
): Promise<string | null> => {
  const dueUnit = await claimDueUnit(tx, excludedIds)
  if (!dueUnit) return null
  found(dueUnit.id)
  await bookUnit(tx, dueUnit)
  return dueUnit.plantId
}
