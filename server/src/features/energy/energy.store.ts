import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { BookedSums, BookInput } from './book-work.ts'
import { dayOfText, dayText } from './day-readings.ts'
import {
  energyAsideTable,
  energyReadingsTable,
  energySumsTable,
  energyUnitTable,
  type ReportedReadings,
} from './energy.schema.ts'

export type ReadingsOfUnit = { centralUnitId: string; readings: ReportedReadings }

/** Saves telemetry until it is booked: one statement for all units. */
export const insertWaitingTelemetry = async (tx: Tx, readings: readonly ReadingsOfUnit[]): Promise<void> => {
  const units = sql.param(readings.map((one) => one.centralUnitId))
  const texts = sql.param(readings.map((one) => JSON.stringify(one.readings)))
  await tx.execute(sql`
    insert into energy_waiting (central_unit_id, readings)
    select unit, readings::jsonb from unnest(${units}::uuid[], ${texts}::text[]) as input (unit, readings)`)
}

/** Counts readings left unbooked because of a wrong unit clock. */
export const countUnbooked = async (tx: Tx, centralUnitId: string, moments: number, now: Date): Promise<void> => {
  await tx
    .insert(energyAsideTable)
    .values({ centralUnitId, moments, lastAt: now })
    .onConflictDoUpdate({
      target: energyAsideTable.centralUnitId,
      set: { moments: sql`least(${energyAsideTable.moments} + ${moments}, 1000000000)`, lastAt: now },
    })
}

/** A unit with telemetry to book, and the zone of its plant. */
export type DueUnit = { id: string; plantId: string; timezone: string }

/** Units per query: one of them is free for this node, or the other nodes suffice. */
const maxUnitsPerPoll = 50

/**
 * Claims the longest-waiting unit, or one after a change of its plant's zone, for this node until the transaction ends.
 * Only the unit is locked: locking messages as well could deadlock.
 */
export const claimDueUnit = async (tx: Tx, excludedIds: readonly string[]): Promise<DueUnit | null> => {
  const notExcluded = sql`central_unit_id <> all (${sql.param([...excludedIds])}::uuid[])`
  const { rows } = await tx.execute<DueUnit>(sql`
    with due as materialized (
      (select central_unit_id, min(id) as place from energy_waiting where ${notExcluded}
        group by central_unit_id order by 2 limit ${maxUnitsPerPoll})
      union all
      (select known.central_unit_id, 9223372036854775807 from energy_unit known
        join central_unit on central_unit.id = known.central_unit_id join plant on plant.id = central_unit.plant_id
        where known.timezone <> plant.timezone and ${notExcluded} limit ${maxUnitsPerPoll})
    ), ordered as materialized (
      select central_unit.id, plant.id as "plantId", plant.timezone, due.place
      from due join central_unit on central_unit.id = due.central_unit_id join plant on plant.id = central_unit.plant_id
      order by due.place
    )
    select id, "plantId", timezone from ordered
    where pg_try_advisory_xact_lock(hashtextextended('energy ' || id, 0)) limit 1`)
  return rows[0] ?? null
}

/** Messages booked at once: some megabytes with all lamps of the largest unit. */
const messagesPerBatch = 20

/** Waiting telemetry with its reading times; the text is parsed when it is booked. */
export type WaitingTelemetry = { first: number; count: number; text: string }

export const claimWaitingTelemetry = async (tx: Tx, centralUnitId: string): Promise<WaitingTelemetry[]> => {
  const { rows } = await tx.execute<WaitingTelemetry>(sql`
    with booked as (
      delete from energy_waiting where id in (
        select id from energy_waiting where central_unit_id = ${centralUnitId} order by id limit ${messagesPerBatch})
      returning id, readings)
    select (readings->>'first')::integer as first, (readings->>'count')::integer as count, readings::text as text from booked order by id`)
  return rows
}

/** Packed readings of these UTC days, without empty days. */
export const readReadings = async (
  tx: Tx,
  centralUnitId: string,
  days: readonly number[],
): Promise<BookInput['readings']> => {
  const table = energyReadingsTable
  const rows = await tx
    .select()
    .from(table)
    .where(and(eq(table.centralUnitId, centralUnitId), inArray(table.day, days.map(dayText))))
  return rows.map(({ day, lamps }) => ({ day: dayOfText(day), lamps }))
}

export const listDaysWithReadings = async (tx: Tx, centralUnitId: string): Promise<number[]> => {
  const table = energyReadingsTable
  const rows = await tx.select({ day: table.day }).from(table).where(eq(table.centralUnitId, centralUnitId))
  return rows.map(({ day }) => dayOfText(day)).toSorted((a, b) => a - b)
}

export const saveReadings = async (
  tx: Tx,
  centralUnitId: string,
  day: number,
  packedReadings: Uint8Array,
): Promise<void> => {
  const lamps = Buffer.from(packedReadings)
  await tx
    .insert(energyReadingsTable)
    .values({ centralUnitId, day: dayText(day), lamps })
    .onConflictDoUpdate({ target: [energyReadingsTable.centralUnitId, energyReadingsTable.day], set: { lamps } })
}

/** Sums of the months and years around these days. */
export const listLongSums = async (
  tx: Tx,
  centralUnitId: string,
  days: readonly string[],
): Promise<BookInput['long']> => {
  const { rows } = await tx.execute<{ level: 'month' | 'year'; start: string; lamps: Uint8Array }>(sql`
    select level, start::text, lamps from energy_sums
    where central_unit_id = ${centralUnitId} and level in ('month', 'year')
      and (level, start) in (
        select part, date_trunc(part, day)::date
        from unnest(${sql.param([...days])}::date[]) as day, unnest(array['month', 'year']) as part)`)
  return rows
}

export const saveSums = async (tx: Tx, centralUnitId: string, sums: BookedSums): Promise<void> => {
  const { centralUnitId: unit, level, start } = energySumsTable
  const set = { lamps: Buffer.from(sums.lamps), totals: sums.totals }
  await tx
    .insert(energySumsTable)
    .values({ centralUnitId, level: sums.level, start: sums.start, ...set })
    .onConflictDoUpdate({ target: [unit, level, start], set })
}

const rowsPerStatement = 200

/** Saves the first sums of a unit. */
export const insertSums = async (tx: Tx, centralUnitId: string, all: readonly BookedSums[]): Promise<void> => {
  const rows = all.map(({ lamps, ...sums }) => ({ centralUnitId, ...sums, lamps: Buffer.from(lamps) }))
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await tx.insert(energySumsTable).values(rows.slice(at, at + rowsPerStatement))
}

type MeteredRow = { timezone: string; latest: number | null; lamps: Uint8Array }

export const findMetered = async (tx: Tx, centralUnitId: string): Promise<MeteredRow | undefined> => {
  const { timezone, latest, lamps } = energyUnitTable
  const [row] = await tx
    .select({ timezone, latest, lamps })
    .from(energyUnitTable)
    .where(eq(energyUnitTable.centralUnitId, centralUnitId))
  return row
}

export const saveMetered = async (tx: Tx, centralUnitId: string, unit: MeteredRow): Promise<void> => {
  const set = { ...unit, lamps: Buffer.from(unit.lamps) }
  await tx
    .insert(energyUnitTable)
    .values({ centralUnitId, ...set })
    .onConflictDoUpdate({ target: energyUnitTable.centralUnitId, set })
}

/** Deletes readings of some days before a time; returns how many. */
export const deleteOldReadings = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from energy_readings where (central_unit_id, day) in (
      select central_unit_id, day from energy_readings where day < ${before.toISOString().slice(0, 10)}::date limit ${limit})`)
  return rowCount ?? 0
}

/** Deletes some sums of periods ended before a time; returns how many. */
export const deleteOldSums = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from energy_sums where (central_unit_id, level, start) in (
      select central_unit_id, level, start from energy_sums
      where start + case level when 'day' then 1 when 'month' then 31 else 366 end <= ${before.toISOString().slice(0, 10)}::date
      limit ${limit})`)
  return rowCount ?? 0
}
