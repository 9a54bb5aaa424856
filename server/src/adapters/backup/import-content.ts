import { drizzle } from 'drizzle-orm/node-postgres'
import type { Tx } from '../../kernel/transaction.ts'
import { migrateExactly, tablesOfMigrations } from '../database/migrate.ts'
import type { Database } from '../database/open-database.ts'
import type { RowChunk } from './backup-rows.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { inOneTransaction } from './one-transaction.ts'
import {
  type Connection,
  hasTables,
  listTables,
  removeIndexes,
  switchTriggers,
  type Table,
  writeRows,
  writeSequences,
} from './tables.ts'

/** The table of a chunk with its columns in the order of the chunk: former databases have another one. */
const orderColumns = (tables: readonly Table[], chunk: RowChunk): Table => {
  const table = tables.find(({ name }) => name === chunk.table)
  const columns = chunk.columns.flatMap((name) => table?.columns.find((column) => column.name === name) ?? [])
  if (!table || columns.length !== table.columns.length || columns.length !== chunk.columns.length)
    throw new BackupError(`The table ${chunk.table} does not have the columns of its migrations`)
  return { ...table, columns }
}

/**
 * Runs in the caller's transaction, so a database is filled completely or not at all. Returns the number of rows per
 * table.
 */
const fillDatabase = async (
  connection: Connection,
  { migrations, sequences }: Pick<Manifest, 'migrations' | 'sequences'>,
  chunks: AsyncIterable<RowChunk>,
): Promise<Record<string, number>> => {
  await migrateExactly(drizzle({ client: connection }), migrations)
  const tables = await listTables(connection, tablesOfMigrations(migrations))
  for (const table of tables) await switchTriggers(connection, table, 'disable')
  const removedIndexes = await removeIndexes(connection, tables)
  const rows: Record<string, number> = {}
  let writing = Promise.resolve()
  for await (const chunk of chunks) {
    // The next rows are read and prepared while the database takes these.
    const next = writeRows(connection, orderColumns(tables, chunk), chunk.lines)
    next.catch(() => undefined)
    await writing
    writing = next
    rows[chunk.table] = (rows[chunk.table] ?? 0) + chunk.lines.length
  }
  await writing
  for (const statement of removedIndexes) await connection.query(statement)
  for (const table of tables) await switchTriggers(connection, table, 'enable')
  await writeSequences(connection, sequences)
  return rows
}

/** The empty database to fill. */
export type EmptyDatabase = {
  database: Database
  /** Prepares its job queues; they are closed at the end. */
  openQueues(): Promise<Queues>
}

export type Queues = {
  enqueue(tx: Tx, job: Manifest['jobs'][number]): Promise<unknown>
  stop(): Promise<void>
}

/** A snapshot of rows with its metadata. */
export type Content = Pick<Manifest, 'migrations' | 'sequences' | 'jobs' | 'rows'>

/** @throws BackupError if the database has tables: a restore overwrites nothing */
export const refuseNonEmptyDatabase = async ({ database }: EmptyDatabase): Promise<void> => {
  if (await inOneTransaction(database, 'isolation level read committed', hasTables))
    throw new BackupError('The database is not empty')
}

const refuseCountMismatch = (addedCounts: Record<string, number>, expectedCounts: Record<string, number>): void => {
  const names = new Set([...Object.keys(addedCounts), ...Object.keys(expectedCounts)])
  const mismatched = [...names].filter((name) => (addedCounts[name] ?? 0) !== (expectedCounts[name] ?? 0))
  if (mismatched.length > 0) throw new BackupError(`Wrong number of rows: ${mismatched.join(', ')}`)
}

/** Imports the whole content or nothing: one transaction covers tables, rows, sequences and waiting jobs. */
export const importContent = async (target: EmptyDatabase, content: Content, chunks: AsyncIterable<RowChunk>) => {
  const queues = await target.openQueues()
  try {
    await inOneTransaction(target.database, 'isolation level read committed', async (connection) => {
      refuseCountMismatch(await fillDatabase(connection, content, chunks), content.rows)
      const tx = drizzle({ client: connection })
      for (const job of content.jobs) await queues.enqueue(tx, job)
    })
  } finally {
    await queues.stop()
  }
}
