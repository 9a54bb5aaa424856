import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { installationTable, runningNodeTable } from './installation.schema.ts'

const table = installationTable

/** A node without writes for this long was killed. */
const lostAfter = sql`interval '5 minutes'`
/** Rows number transactions with 32 bits. */
const thisTransaction = sql`(pg_current_xact_id()::text::numeric % 4294967296)::bigint`
const nowInMs = sql`date_trunc('milliseconds', clock_timestamp())`

/** The row of the installation, locked. A database without one is new. */
export const lockInstallation = async (tx: Tx) => {
  await tx
    .insert(table)
    .values({ id: randomUUID(), aliveAt: nowInMs, writtenBy: thisTransaction })
    .onConflictDoNothing()
  const [row] = await tx
    .select({ id: table.id, aliveAt: table.aliveAt, isCopy: sql<boolean>`${table.writtenBy} <> xmin::text::bigint` })
    .from(table)
    .for('update')
  if (!row) throw new Error('the row of the installation is gone')
  return row
}

/** Whether any node had not stopped. */
export const isAnyRunning = async (tx: Tx): Promise<boolean> => {
  const rows = await tx.select({ nodeId: runningNodeTable.nodeId }).from(runningNodeTable).limit(1)
  return rows.length > 0
}

/** Deletes nodes of the copied database, which do not run on the copy. */
export const deleteNodes = async (tx: Tx): Promise<void> => void (await tx.delete(runningNodeTable))

/** Writes the row of the installation, and whether this node runs or has stopped; returns the new time. */
export const recordAlive = async (tx: Tx, nodeId: string, isRunning: boolean): Promise<Date> => {
  const running = runningNodeTable
  const [row] = await tx
    .update(table)
    .set({
      aliveAt: sql`greatest(${nowInMs}, ${table.aliveAt} + interval '1 millisecond')`,
      writtenBy: thisTransaction,
    })
    .returning({ aliveAt: table.aliveAt })
  if (!row) throw new Error('the row of the installation is gone')
  await tx.delete(running).where(lt(running.aliveAt, sql`clock_timestamp() - ${lostAfter}`))
  if (isRunning)
    await tx
      .insert(running)
      .values({ nodeId, aliveAt: row.aliveAt })
      .onConflictDoUpdate({ target: running.nodeId, set: { aliveAt: row.aliveAt } })
  else await tx.delete(running).where(eq(running.nodeId, nodeId))
  return row.aliveAt
}

/** Records continued operation after the backup of this database. */
export const recordRunAfterBackup = async (tx: Tx): Promise<void> => {
  await tx.insert(runningNodeTable).values({ nodeId: 'ran on', aliveAt: nowInMs })
}

export const listPlantIds = async (tx: Tx): Promise<string[]> =>
  (await tx.select({ id: plantTable.id }).from(plantTable).where(isNull(plantTable.erasedAt))).map(({ id }) => id)

export const listEnrolledUnits = async (tx: Tx): Promise<string[]> => {
  const { unit, acquired, removedAt } = centralUnitTable
  const rows = await tx
    .select({ unit })
    .from(centralUnitTable)
    .where(and(eq(acquired, true), isNull(removedAt)))
  return rows.map((row) => row.unit)
}
