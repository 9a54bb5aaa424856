import { setTimeout } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { type History, type HistoryParts, monthAfter, pruneInBatches } from './history.ts'
import { sqlStateOf, sqlStates } from './sql-state.ts'
import type { Tx } from './transaction.ts'

/**
 * A table in parts of a month, as its migration made it: with a part `<table>_rest` for rows of months that have none, so that no
 * row is ever lost. Dropping a month costs the same however many rows it has.
 */
export type PartitionedTable = { table: string; column: string }

/** Months that are prepared besides the one that has begun. */
const monthsAhead = 2

/** A long transaction on the table must not make others wait behind our lock: give up and try again after a pause. */
const setLockTimeout = sql`set local lock_timeout = '500ms'`
const retryPauseMs = 2_000
const maxAttempts = 30

const defaultPartition = ({ table }: PartitionedTable): SQL => sql.raw(`"${table}_rest"`)

const monthText = (month: Date): string => month.toISOString().slice(0, 7)

const partitionOf = ({ table }: PartitionedTable, month: Date): SQL =>
  sql.raw(`"${table}_${monthText(month).replace('-', '_')}"`)

/** Months that have a part of their own, by their texts as in `2026-11`. */
const listPartitionMonths = async (tx: Tx, { table }: PartitionedTable): Promise<string[]> => {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass`,
  )
  return rows.flatMap(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? []
    return year && month ? [`${year}-${month}`] : []
  })
}

/** Months of which rows came before there was a part for them. */
const monthsInDefaultPartition = async (tx: Tx, monthly: PartitionedTable): Promise<string[]> => {
  const { rows } = await tx.execute<{ month: string }>(
    sql`select distinct to_char(${sql.identifier(monthly.column)} at time zone 'UTC', 'YYYY-MM') as month from ${defaultPartition(monthly)}`,
  )
  return rows.map(({ month }) => month)
}

/** Gives a month a part of its own, and moves there what came before it had one. */
const createPartition = async (tx: Tx, monthly: PartitionedTable, month: Date): Promise<void> => {
  const [part, rest, table] = [partitionOf(monthly, month), defaultPartition(monthly), sql.identifier(monthly.table)]
  const [from, to] = [month, monthAfter(month, 1)].map((at) => sql.raw(`'${at.toISOString()}'`))
  const column = sql.identifier(monthly.column)
  // Nobody adds to the month while it is moved, and nobody reads it. Both wait at the table, before PostgreSQL has chosen
  // the parts: at the rest, a row would be refused once the month is no longer the rest's, and a reader, who does not know
  // of the new part, would find the month empty.
  await tx.execute(sql`lock table only ${table} in access exclusive mode`)
  await tx.execute(sql`lock table ${rest} in access exclusive mode`)
  await tx.execute(sql`create table ${part} (like ${table} including defaults including constraints)`)
  await tx.execute(
    sql`with moved as (delete from ${rest} where ${column} >= ${from} and ${column} < ${to} returning *)
      insert into ${part} select * from moved`,
  )
  await tx.execute(sql`alter table ${table} attach partition ${part} for values from (${from}) to (${to})`)
}

/** Two nodes that start at once prepare one after the other, however long that takes: who waits here holds up nobody. */
const lockPartitions = async (tx: Tx, { table }: PartitionedTable): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`months of ${table}`}, 0))`)
  await tx.execute(setLockTimeout)
}

/** Changes the parts of a table in a transaction of its own, as soon as no other holds the table for long. */
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
  const ahead = Array.from({ length: monthsAhead + 1 }, (_, n) => monthText(monthAfter(now, n)))
  const there = await inTransaction(({ tx }) => monthsInDefaultPartition(tx, monthly))
  for (const month of new Set([...ahead, ...there]))
    await changePartitions(parts, monthly, async (tx) => {
      if ((await listPartitionMonths(tx, monthly)).includes(month)) return
      await createPartition(tx, monthly, new Date(`${month}-01T00:00:00Z`))
    })
}

/** Drops whole months, each by itself; answers how many. */
const dropPartitions = async (parts: HistoryParts, monthly: PartitionedTable): Promise<number> => {
  const { inTransaction, before } = parts
  const there = await inTransaction(({ tx }) => listPartitionMonths(tx, monthly))
  const old = there.map((month) => new Date(`${month}-01T00:00:00Z`)).filter((month) => month < before)
  for (const month of old)
    await changePartitions(parts, monthly, (tx) => tx.execute(sql`drop table if exists ${partitionOf(monthly, month)}`))
  return old.length
}

const deleteFromDefaultPartition =
  (monthly: PartitionedTable) =>
  async (tx: Tx, before: Date, limit: number): Promise<number> => {
    const rest = defaultPartition(monthly)
    const { rowCount } = await tx.execute(
      sql`delete from ${rest} where ctid = any(array(
        select ctid from ${rest} where ${sql.identifier(monthly.column)} < ${before.toISOString()} limit ${limit}))`,
    )
    return rowCount ?? 0
  }

/** Keeps a table of months: parts for those that come, none of those that are over. Answers parts and rows removed. */
export const pruneByMonth = (monthly: PartitionedTable): History['prune'] => {
  const forgetRest = pruneInBatches(deleteFromDefaultPartition(monthly))
  return async (parts) => {
    const rows = await forgetRest(parts)
    const months = await dropPartitions(parts, monthly)
    await createPartitions(parts, monthly)
    return rows + months
  }
}
