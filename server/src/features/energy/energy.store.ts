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

/** Keeps what units told until it is booked: one statement, however many told. */
export const insertWaitingTelemetry = async (tx: Tx, told: readonly ReadingsOfUnit[]): Promise<void> => {
  const units = sql.param(told.map((one) => one.centralUnitId))
  const texts = sql.param(told.map((one) => JSON.stringify(one.readings)))
  await tx.execute(sql`
    insert into energy_waiting (central_unit_id, told)
    select unit, told::jsonb from unnest(${units}::uuid[], ${texts}::text[]) as told (unit, told)`)
}

/** Counts moments that are booked nowhere, since the clock of their unit was wrong. */
export const countUnbooked = async (tx: Tx, centralUnitId: string, moments: number, now: Date): Promise<void> => {
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

/** Of so many units one is free for this node, or the others have enough to do. */
const maxUnitsPerPoll = 50

/**
 * The unit that has waited longest, or one whose plant has moved to another zone; no other node works on it until the transaction
 * ends. The lock on the unit is all that is taken: whoever locked one of its messages as well could wait for another in a ring.
 * Null where nothing is due that is not in work elsewhere.
 */
export const claimDueUnit = async (tx: Tx, except: readonly string[]): Promise<DueUnit | null> => {
  const others = sql`central_unit_id <> all (${sql.param([...except])}::uuid[])`
  const { rows } = await tx.execute<DueUnit>(sql`
    with due as materialized (
      (select central_unit_id, min(id) as place from energy_waiting where ${others}
        group by central_unit_id order by 2 limit ${maxUnitsPerPoll})
      union all
      (select known.central_unit_id, 9223372036854775807 from energy_unit known
        join central_unit on central_unit.id = known.central_unit_id join plant on plant.id = central_unit.plant_id
        where known.timezone <> plant.timezone and ${others} limit ${maxUnitsPerPoll})
    ), ordered as materialized (
      select central_unit.id, plant.id as "plantId", plant.timezone, due.place
      from due join central_unit on central_unit.id = due.central_unit_id join plant on plant.id = central_unit.plant_id
      order by due.place
    )
    select id, "plantId", timezone from ordered
    where pg_try_advisory_xact_lock(hashtextextended('energy ' || id, 0)) limit 1`)
  return rows[0] ?? null
}

/** Messages that are booked at once: with all lamps of the largest unit they are some megabytes. */
const messagesPerBatch = 20

/** Telemetry that waits, with the moments that it tells of; the text is parsed where it is booked. */
export type WaitingTelemetry = { first: number; count: number; text: string }

export const claimWaitingTelemetry = async (tx: Tx, centralUnitId: string): Promise<WaitingTelemetry[]> => {
  const { rows } = await tx.execute<WaitingTelemetry>(sql`
    with taken as (
      delete from energy_waiting where id in (
        select id from energy_waiting where central_unit_id = ${centralUnitId} order by id limit ${messagesPerBatch})
      returning id, told)
    select (told->>'first')::integer as first, (told->>'count')::integer as count, told::text as text from taken order by id`)
  return rows
}

/** Readings of these days of UTC, packed; a day of which nothing is known is left out. */
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

export const saveReadings = async (tx: Tx, centralUnitId: string, day: number, packed: Uint8Array): Promise<void> => {
  const lamps = Buffer.from(packed)
  await tx
    .insert(energyReadingsTable)
    .values({ centralUnitId, day: dayText(day), lamps })
    .onConflictDoUpdate({ target: [energyReadingsTable.centralUnitId, energyReadingsTable.day], set: { lamps } })
}

/** Sums of the months and years that these days lie in. */
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

/** Keeps sums of a unit of which none are kept yet. */
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
