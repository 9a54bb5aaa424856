import { setTimeout } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { type History, type HistoryParts, monthAfter, pruneInBatches } from './history.ts'
import { sqlStateOf, sqlStates } from './sql-state.ts'
import type { Tx } from './transaction.ts'

/**
 * A table partitioned by month, created by its migration. Rows of months without a partition go to `<table>_rest`, so
 * no row is ever lost. Dropping a month costs the same with any number of rows.
 */
export type PartitionedTable = { table: string; column: string }

/** Months prepared besides the current one. */
const monthsAhead = 2

/** While a long transaction uses the table, others must not queue behind our lock: give up and retry after a pause. */
const setLockTimeout = sql`set local lock_timeout = '500ms'`
const retryPauseMs = 2_000
const maxAttempts = 30

const defaultPartition = ({ table }: PartitionedTable): SQL => sql.raw(`"${table}_rest"`)

const monthText = (month: Date): string => month.toISOString().slice(0, 7)

const partitionOf = ({ table }: PartitionedTable, month: Date): SQL =>
  sql.raw(`"${table}_${monthText(month).replace('-', '_')}"`)

/** Months with their own partition, as in `2026-11`. */
const listPartitionMonths = async (tx: Tx, { table }: PartitionedTable): Promise<string[]> => {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass`,
  )
  return rows.flatMap(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? []
    return year && month ? [`${year}-${month}`] : []
  })
}

/** Months whose rows arrived before their partition existed. */
const monthsInDefaultPartition = async (tx: Tx, monthly: PartitionedTable): Promise<string[]> => {
  const { rows } = await tx.execute<{ month: string }>(
    sql`select distinct to_char(${sql.identifier(monthly.column)} at time zone 'UTC', 'YYYY-MM') as month from ${defaultPartition(monthly)}`,
  )
  return rows.map(({ month }) => month)
}

/** Creates the partition of a month and moves its earlier rows there. */
const createPartition = async (tx: Tx, monthly: PartitionedTable, month: Date): Promise<void> => {
  const [part, defaultPart, table] = [
    partitionOf(monthly, month),
    defaultPartition(monthly),
    sql.identifier(monthly.table),
  ]
  const [from, to] = [month, monthAfter(month, 1)].map((at) => sql.raw(`'${at.toISOString()}'`))
  const column = sql.identifier(monthly.column)
  // Writers and readers of the month wait at the table while it is moved, before PostgreSQL has chosen partitions.
  // Waiting at the rest partition, a write would be refused once the month has left it, and a reader would miss the new
  // partition.
  await tx.execute(sql`lock table only ${table} in access exclusive mode`)
  await tx.execute(sql`lock table ${defaultPart} in access exclusive mode`)
  await tx.execute(sql`create table ${part} (like ${table} including defaults including constraints)`)
  await tx.execute(
    sql`with moved as (delete from ${defaultPart} where ${column} >= ${from} and ${column} < ${to} returning *)
      insert into ${part} select * from moved`,
  )
  await tx.execute(sql`alter table ${table} attach partition ${part} for values from (${from}) to (${to})`)
}

/** Serializes simultaneously starting nodes, however long it takes: waiting here blocks nobody else. */
const lockPartitions = async (tx: Tx, { table }: PartitionedTable): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`months of ${table}`}, 0))`)
  await tx.execute(setLockTimeout)
}

/**
 * Changes the partitions of a table in its own transaction, as soon as no other transaction holds the table for long.
 */
const changePartitions = async (
  { inTransaction, signal }: HistoryParts,
  monthly: PartitionedTable,
  change: (tx: Tx) => Promise<unknown>,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await inTransaction(async ({ tx }) => {
        await lockPartitions(tx, monthly)
        await change(tx)
      })
    } catch (error) {
      if (attempt === maxAttempts || sqlStateOf(error) !== sqlStates.lockNotAvailable) throw error
      await setTimeout(retryPauseMs, undefined, { signal })
    }
}

const createPartitions = async (parts: HistoryParts, monthly: PartitionedTable): Promise<void> => {
  const { inTransaction, now } = parts
  const upcomingMonths = Array.from({ length: monthsAhead + 1 }, (_, n) => monthText(monthAfter(now, n)))
  const monthsToMove = await inTransaction(({ tx }) => monthsInDefaultPartition(tx, monthly))
  for (const month of new Set([...upcomingMonths, ...monthsToMove]))
    await changePartitions(parts, monthly, async (tx) => {
      if ((await listPartitionMonths(tx, monthly)).includes(month)) return
      await createPartition(tx, monthly, new Date(`${month}-01T00:00:00Z`))
    })
}

/** Drops whole months, each in its own transaction; returns how many. */
const dropPartitions = async (parts: HistoryParts, monthly: PartitionedTable): Promise<number> => {
  const { inTransaction, before } = parts
  const existingMonths = await inTransaction(({ tx }) => listPartitionMonths(tx, monthly))
  const oldMonths = existingMonths.map((month) => new Date(`${month}-01T00:00:00Z`)).filter((month) => month < before)
  for (const month of oldMonths)
    await changePartitions(parts, monthly, (tx) => tx.execute(sql`drop table if exists ${partitionOf(monthly, month)}`))
  return oldMonths.length
}

const deleteFromDefaultPartition =
  (monthly: PartitionedTable) =>
  async (tx: Tx, before: Date, limit: number): Promise<number> => {
    const defaultPart = defaultPartition(monthly)
    const { rowCount } = await tx.execute(
      sql`delete from ${defaultPart} where ctid = any(array(
        select ctid from ${defaultPart} where ${sql.identifier(monthly.column)} < ${before.toISOString()} limit ${limit}))`,
    )
    return rowCount ?? 0
  }

/**
 * Maintains the partitions of a table: creates those for coming months and drops expired ones. Returns the number of
 * removed partitions and rows.
 */
export const pruneByMonth = (monthly: PartitionedTable): History['prune'] => {
  const forgetRest = pruneInBatches(deleteFromDefaultPartition(monthly))
  return async (parts) => {
    const rows = await forgetRest(parts)
    const months = await dropPartitions(parts, monthly)
    await createPartitions(parts, monthly)
    return rows + months
  }
}
