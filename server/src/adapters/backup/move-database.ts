import { drizzle } from 'drizzle-orm/node-postgres'
import { appliedMigrations } from '../database/migrate.ts'
import type { Database } from '../database/open-database.ts'
import { addAll, type EmptyDatabase, refuseFilledDatabase } from './add-all.ts'
import { chunksOf } from './backup-rows.ts'
import { BackupRefused } from './manifest.ts'
import { inOneTransaction } from './one-transaction.ts'
import { countRows, listTables, readSequences } from './tables.ts'
import { readWaitingJobs } from './waiting-jobs.ts'

/**
 * Copies a database that nobody else uses into an empty one, all or nothing; the source is only read. Files and secrets stay where
 * they are. Answers the rows of each table.
 * @throws BackupRefused where the target is not empty, or the source has nothing
 */
export const moveDatabase = async (source: Database, target: EmptyDatabase): Promise<Record<string, number>> => {
  await refuseFilledDatabase(target)
  return inOneTransaction(source, 'isolation level repeatable read, read only', async (connection) => {
    const migrations = await appliedMigrations(drizzle({ client: connection }))
    if (migrations.length === 0) throw new BackupRefused('The built-in database has no tables of this product')
    const tables = await listTables(connection)
    const rows: Record<string, number> = {}
    for (const table of tables) rows[table.name] = await countRows(connection, table)
    const content = {
      migrations,
      rows,
      sequences: await readSequences(connection),
      jobs: await readWaitingJobs(connection),
    }
    await addAll(target, content, chunksOf(connection, tables))
    return rows
  })
}
