import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { unitRecordTable } from './logbook.schema.ts'
import { recordGapTable, recordRunTable } from './record-runs.schema.ts'

/** One start of a unit. */
export type RecordRun = { unit: string; life: string; boot: number }
/** The plant with the enrolled unit in this life, and its unit. */
type Owner = { plantId: string; centralUnitId: string }
export type DueRun = RecordRun & Owner & { checkedTo: number }
export type Gap = RecordRun & Owner & { first: number; last: number; missing: number }

const table = recordRunTable

/** Schedules a check of these runs, at `dueAt` at the latest. */
export const scheduleRuns = async (tx: Tx, runs: readonly (RecordRun & Owner)[], dueAt: Date): Promise<void> => {
  if (runs.length === 0) return
  const runsByKey = new Map(runs.map((run) => [`${run.unit} ${run.life} ${run.boot}`, run]))
  const sortedRuns = [...runsByKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, run]) => ({ ...run, dueAt }))
  await tx
    .insert(table)
    .values(sortedRuns)
    .onConflictDoUpdate({ target: [table.unit, table.life, table.boot], set: { dueAt }, setWhere: isNull(table.dueAt) })
}

/** The next due run, locked. */
export const lockDueRun = async (tx: Tx, now: Date, excludedIds: readonly string[]): Promise<DueRun | undefined> => {
  const { unit, life, boot, plantId, centralUnitId, checkedTo } = table
  const [row] = await tx
    .select({ unit, life, boot, plantId, centralUnitId, checkedTo })
    .from(table)
    .where(and(lte(table.dueAt, now), sql`${unit} <> all (${sql.param([...excludedIds])}::text[])`))
    .orderBy(asc(table.dueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

/** Stored records of a run from `checkedTo` on. */
export type StoredRun = {
  /** The newest record with arrival at `receivedBefore` or before; null if there is none. */
  upTo: number | null
  /** Whether any arrived later. */
  isMore: boolean
  /** The first and the last missing number up to `upTo`, and their count; `first` is null if none is missing. */
  first: number | null
  last: number | null
  missing: number
}

const numbers = <Row extends Record<string, unknown>>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? Number(value) : value]),
  ) as Row

/** Missing numbers of a run. The cost grows with the records since the last check. */
export const findMissing = async (
  tx: Tx,
  { unit, life, boot, checkedTo }: DueRun,
  receivedBefore: Date,
): Promise<StoredRun> => {
  const isOfRun = sql`record.unit = ${unit} and record.life = ${life} and record.boot = ${boot} and record.seq >= ${checkedTo}`
  const { rows } = await tx.execute<StoredRun>(sql`
    with known as (select record.seq, record.received_at from ${unitRecordTable} record where ${isOfRun}),
      counted as (
        select max(seq) filter (where received_at <= ${receivedBefore.toISOString()}) as up_to, bool_or(received_at > ${receivedBefore.toISOString()}) as is_more
        from known),
      held as (
        select seq, lag(seq, 1, ${checkedTo}::bigint - 1) over (order by seq) as before
        from known where seq <= (select up_to from counted)),
      holes as (select min(before) + 1 as first, max(seq) - 1 as last, sum(seq - before - 1) as missing from held where seq > before + 1)
    select counted.up_to as "upTo", coalesce(counted.is_more, false) as "isMore", holes.first, holes.last,
      coalesce(holes.missing, 0) as missing
    from counted, holes`)
  const [row] = rows
  if (!row) throw new Error('a question without an answer')
  return numbers(row)
}

export const rescheduleRun = async (
  tx: Tx,
  { unit, life, boot, checkedTo }: DueRun,
  dueAt: Date | null,
): Promise<void> => {
  await tx
    .update(table)
    .set({ checkedTo, dueAt })
    .where(and(eq(table.unit, unit), eq(table.life, life), eq(table.boot, boot)))
}

/** Whether the plant still exists: nothing is written to the logbook of a deleted one. */
export const isPlantThere = async (tx: Tx, plantId: string): Promise<boolean> =>
  (await tx.$count(plantTable, and(eq(plantTable.id, plantId), isNull(plantTable.removedAt)))) > 0

export const insertGap = async (tx: Tx, gap: Gap): Promise<void> => void (await tx.insert(recordGapTable).values(gap))

/** Marks the recovered gaps of a run, in which every number is stored, and returns them. */
export const claimRecoveredGaps = async (tx: Tx, { unit, life, boot }: RecordRun, now: Date): Promise<Gap[]> => {
  const gap = recordGapTable
  const storedCount = sql`(select count(*) from ${unitRecordTable} record where record.unit = ${unit} and record.life = ${life}
    and record.boot = ${boot} and record.seq between ${gap.first} and ${gap.last})`
  return tx
    .update(gap)
    .set({ recoveredAt: now })
    .where(
      and(
        and(eq(gap.unit, unit), eq(gap.life, life), eq(gap.boot, boot), isNull(gap.recoveredAt)),
        sql`${storedCount} = ${gap.last} - ${gap.first} + 1`,
      ),
    )
    .returning()
}
