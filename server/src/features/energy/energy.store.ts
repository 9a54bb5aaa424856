import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { type DayReadings, dayOfText, dayText, packReadings, type Readings, unpackReadings } from './day-readings.ts'
import {
  energyAsideTable,
  energyReadingsTable,
  energySumsTable,
  energyUnitTable,
  energyWaitingTable,
  type SumLevel,
  type ToldReadings,
} from './energy.schema.ts'
import { type MeteredUnit, packMetered, unpackMetered } from './metered-unit.ts'
import { packSums, type Sums, totalsOf, unpackSums } from './sum-readings.ts'

export type ToldByUnit = { centralUnitId: string; told: ToldReadings }

/** Keeps what units told until it is booked: one statement, however many told. */
export const addWaiting = async (tx: Tx, told: readonly ToldByUnit[]): Promise<void> => {
  const units = sql.param(told.map((one) => one.centralUnitId))
  const texts = sql.param(told.map((one) => JSON.stringify(one.told)))
  await tx.execute(sql`
    insert into energy_waiting (central_unit_id, told)
    select unit, told::jsonb from unnest(${units}::uuid[], ${texts}::text[]) as told (unit, told)`)
}

/** Counts moments that are booked nowhere, since the clock of their unit was wrong. */
export const addAside = async (tx: Tx, centralUnitId: string, moments: number, now: Date): Promise<void> => {
  await tx
    .insert(energyAsideTable)
    .values({ centralUnitId, moments, lastAt: now })
    .onConflictDoUpdate({
      target: energyAsideTable.centralUnitId,
      set: { moments: sql`least(${energyAsideTable.moments} + ${moments}, 1000000000)`, lastAt: now },
    })
}

/** A unit whose telemetry is to be booked, with the zone of its plant. */
export type DueUnit = { id: string; plantId: string; timezone: string }

/**
 * The unit that has waited longest, or one whose plant has moved to another zone; no other node works on it until the transaction
 * ends. Null where nothing is due.
 */
export const takeDueUnit = async (tx: Tx): Promise<DueUnit | null> => {
  const { rows } = await tx.execute<DueUnit>(sql`
    with waiting as (
      select central_unit_id from energy_waiting order by id limit 1 for update skip locked
    ), moved as (
      select known.central_unit_id from energy_unit known
      join central_unit on central_unit.id = known.central_unit_id join plant on plant.id = central_unit.plant_id
      where known.timezone <> plant.timezone and not exists (select from waiting) limit 1 for update of known skip locked
    )
    select central_unit.id, plant.id as "plantId", plant.timezone
    from (select * from waiting union all select * from moved) as due
    join central_unit on central_unit.id = due.central_unit_id join plant on plant.id = central_unit.plant_id`)
  const [due] = rows
  if (!due) return null
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`energy ${due.id}`}, 0))`)
  return due
}

/** Messages that are booked at once: with all lamps of the largest unit they are some megabytes. */
const messagesAtOnce = 50

export const takeWaiting = async (tx: Tx, centralUnitId: string): Promise<ToldReadings[]> => {
  const { id } = energyWaitingTable
  const some = tx
    .select({ id })
    .from(energyWaitingTable)
    .where(eq(energyWaitingTable.centralUnitId, centralUnitId))
    .orderBy(asc(id))
    .limit(messagesAtOnce)
  const rows = await tx.delete(energyWaitingTable).where(inArray(id, some)).returning()
  return rows.toSorted((a, b) => a.id - b.id).map(({ told }) => told)
}

/** Readings of these days of UTC; a day of which nothing is known is left out. */
export const readReadings = async (tx: Tx, centralUnitId: string, days: readonly number[]): Promise<Readings> => {
  const table = energyReadingsTable
  const rows = await tx
    .select()
    .from(table)
    .where(and(eq(table.centralUnitId, centralUnitId), inArray(table.day, days.map(dayText))))
  return new Map(rows.map(({ day, lamps }) => [dayOfText(day), unpackReadings(lamps)]))
}

export const daysWithReadings = async (tx: Tx, centralUnitId: string): Promise<number[]> => {
  const table = energyReadingsTable
  const rows = await tx.select({ day: table.day }).from(table).where(eq(table.centralUnitId, centralUnitId))
  return rows.map(({ day }) => dayOfText(day))
}

export const saveReadings = async (
  tx: Tx,
  centralUnitId: string,
  day: number,
  readings: DayReadings,
): Promise<void> => {
  const lamps = packReadings(readings)
  await tx
    .insert(energyReadingsTable)
    .values({ centralUnitId, day: dayText(day), lamps })
    .onConflictDoUpdate({ target: [energyReadingsTable.centralUnitId, energyReadingsTable.day], set: { lamps } })
}

type Period = { level: SumLevel; start: string }

export const findSums = async (tx: Tx, centralUnitId: string, { level, start }: Period): Promise<Sums | undefined> => {
  const table = energySumsTable
  const [row] = await tx
    .select({ lamps: table.lamps })
    .from(table)
    .where(and(eq(table.centralUnitId, centralUnitId), eq(table.level, level), eq(table.start, start)))
  return row && unpackSums(row.lamps)
}

export const saveSums = async (tx: Tx, centralUnitId: string, period: Period, sums: Sums): Promise<void> => {
  const { centralUnitId: unit, level, start } = energySumsTable
  const set = { lamps: packSums(sums), totals: totalsOf(sums) }
  await tx
    .insert(energySumsTable)
    .values({ centralUnitId, ...period, ...set })
    .onConflictDoUpdate({ target: [unit, level, start], set })
}

export const findMetered = async (tx: Tx, centralUnitId: string): Promise<MeteredUnit | undefined> => {
  const [row] = await tx.select().from(energyUnitTable).where(eq(energyUnitTable.centralUnitId, centralUnitId))
  return row && { timezone: row.timezone, latest: row.latest, lamps: unpackMetered(row.lamps) }
}

export const saveMetered = async (tx: Tx, centralUnitId: string, unit: MeteredUnit): Promise<void> => {
  const set = { ...unit, lamps: packMetered(unit.lamps) }
  await tx
    .insert(energyUnitTable)
    .values({ centralUnitId, ...set })
    .onConflictDoUpdate({ target: energyUnitTable.centralUnitId, set })
}

/** Removes some days of readings from before a time; answers how many. */
export const deleteOldReadings = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from energy_readings where (central_unit_id, day) in (
      select central_unit_id, day from energy_readings where day < ${before.toISOString().slice(0, 10)}::date limit ${limit})`)
  return rowCount ?? 0
}

/** Removes some sums of periods that were over before a time; answers how many. */
export const deleteOldSums = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from energy_sums where (central_unit_id, level, start) in (
      select central_unit_id, level, start from energy_sums
      where start + case level when 'day' then 1 when 'month' then 31 else 366 end <= ${before.toISOString().slice(0, 10)}::date
      limit ${limit})`)
  return rowCount ?? 0
}
