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
/** Days of the plant that are summed up at once where all of them are. */
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

/** Days of the plant in which these telegrams have a say, each once. */
const daysOf = (told: readonly WaitingTelemetry[], timezone: string): PlantDay[] => {
  const days = told.flatMap(({ first, count }) => plantDays(first - 1, first + count, timezone))
  return [...new Map(days.map((day) => [day.start, day])).values()]
}

/** Days of UTC whose readings the sums of days of the plant are made from. */
const readingDays = (days: readonly PlantDay[]): number[] =>
  days.flatMap(({ from, to }) =>
    Array.from({ length: dayOfMoment(to) - dayOfMoment(from - 1) + 1 }, (_, n) => dayOfMoment(from - 1) + n),
  )

/** The newest moment may lie in a day of which nothing is told now. */
const newestDays = (latest: number | null | undefined): number[] =>
  typeof latest === 'number' ? [dayOfMoment(latest - 1), dayOfMoment(latest)] : []

/** Has a unit's days worked out, and keeps what comes of it. */
const bookDays = async (
  tx: Tx,
  { id, timezone }: DueUnit,
  { told, days, metered }: { told: readonly WaitingTelemetry[]; days: PlantDay[]; metered: BookInput['metered'] },
): Promise<BookInput['metered']> => {
  const utcDays = [...new Set([...readingDays(days), ...newestDays(metered?.latest)])]
  const result = await energyThread.run('book', {
    telemetry: told.map(({ text }) => text),
    readings: await readReadings(tx, id, utcDays),
    days,
    rebuild: told.length === 0,
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

/** Every day of the plant of which readings are kept. */
const everyDay = async (tx: Tx, { id, timezone }: DueUnit): Promise<PlantDay[]> => {
  const kept = (await listDaysWithReadings(tx, id)).flatMap((day) =>
    plantDays(day * momentsPerDay - 1, (day + 1) * momentsPerDay, timezone),
  )
  return [...new Map(kept.map((day) => [day.start, day])).values()]
}

/** Books what a unit has told; where its plant has moved to another zone, all that is still known of it. */
const bookUnit = async (tx: Tx, due: DueUnit): Promise<void> => {
  const told = await claimWaitingTelemetry(tx, due.id)
  const before = await findMetered(tx, due.id)
  let metered: BookInput['metered'] = before ?? null
  if (told.length > 0) metered = await bookDays(tx, due, { told, days: daysOf(told, due.timezone), metered })
  if (!before || before.timezone === due.timezone) return
  const days = await everyDay(tx, due)
  for (let at = 0; at < days.length; at += daysPerBatch)
    metered = await bookDays(tx, due, { told: [], days: days.slice(at, at + daysPerBatch), metered })
  if (days.length === 0 && metered) await saveMetered(tx, due.id, { ...metered, timezone: due.timezone })
}

/**
 * Books the telemetry of one unit, in the open transaction: readings, sums of each length, and what the lamps draw now. Bears being
 * run on several nodes, and what was told twice changes nothing. Units of `except` wait; the unit is named with `found` before anything
 * can go wrong.
 * @returns the plant of the unit; null where nothing is due
 */
export const bookTelemetry = async (
  tx: Tx,
  except: readonly string[],
  found: (unitId: string) => void,
): Promise<string | null> => {
  const due = await claimDueUnit(tx, except)
  if (!due) return null
  found(due.id)
  await bookUnit(tx, due)
  return due.plantId
}
