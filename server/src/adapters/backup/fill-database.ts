import { drizzle } from 'drizzle-orm/node-postgres'
import { migrateExactly } from '../database/migrate.ts'
import type { RowChunk } from './backup-rows.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { type Connection, listTables, switchTriggers, writeRows, writeSequences } from './tables.ts'

/**
 * Creates the tables of an empty database with the migrations of the source, and adds the rows. Runs in the caller's
 * transaction, so that a database is filled completely or not at all. Returns the number of rows per table.
 */
export const fillDatabase = async (
  connection: Connection,
  { migrations, sequences }: Pick<Manifest, 'migrations' | 'sequences'>,
  chunks: AsyncIterable<RowChunk>,
): Promise<Record<string, number>> => {
  await migrateExactly(drizzle({ client: connection }), migrations)
  const tables = await listTables(connection)
  for (const table of tables) await switchTriggers(connection, table, 'disable')
  const rows: Record<string, number> = {}
  for await (const chunk of chunks) {
    const table = tables.find(({ name }) => name === chunk.table)
    if (table?.columns.map(({ name }) => name).join() !== chunk.columns.join())
      throw new BackupError(`The table ${chunk.table} has other columns than its migrations make`)
    await writeRows(connection, table, chunk.lines)
    rows[chunk.table] = (rows[chunk.table] ?? 0) + chunk.lines.length
  }
  for (const table of tables) await switchTriggers(connection, table, 'enable')
  await writeSequences(connection, sequences)
  return rows
}
