import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Log } from '../../kernel/log.ts'
import type { Files } from '../../ports/files.ts'
import { appliedMigrations, tablesOfMigrations } from '../database/migrate.ts'
import type { Database, DatabaseConfig } from '../database/open-database.ts'
import { openUsedDatabase } from '../database/running-database.ts'
import { saveFiles } from './backup-files.ts'
import { chunksOf, saveRows } from './backup-rows.ts'
import { BackupError, backupFormat, installationFiles, type Manifest, parts, writeManifest } from './manifest.ts'
import { type Measured, measureFile } from './measure-content.ts'
import { inOneTransaction } from './one-transaction.ts'
import { type Connection, listTables, readSequences } from './tables.ts'

/** Waiting and running jobs of the product's queues. Each job runs at least once, so a repetition is harmless. */
const readWaitingJobs = async (connection: Connection): Promise<Manifest['jobs']> => {
  const { rows: found } = await connection.query<{ is: boolean }>(`select to_regclass('pgboss.job') is not null as is`)
  if (!found[0]?.is) return []
  const { rows } = await connection.query<Manifest['jobs'][number]>(
    `select name, coalesce(data, '{}') as data from pgboss.job
     where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' order by created_on, id`,
  )
  return rows
}

export type Installation = {
  database: Pick<DatabaseConfig, 'databaseUrl' | 'databaseTls' | 'dataDir'>
  files: Files
  log: Log
}

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

/** A snapshot of all rows, unaffected by concurrent writes. */
const saveDatabase = (database: Database, folder: string) =>
  inOneTransaction(database, 'isolation level repeatable read, read only', async (connection) => {
    const migrations = await appliedMigrations(drizzle({ client: connection }))
    if (migrations.length === 0) throw new BackupError('The database has no tables of this product')
    const tables = await listTables(connection, tablesOfMigrations(migrations))
    const { rows, part } = await saveRows(join(folder, parts.rows), chunksOf(connection, tables))
    const zeroCounts = Object.fromEntries(tables.map(({ name }) => [name, 0]))
    return {
      migrations,
      rows: { ...zeroCounts, ...rows },
      part,
      sequences: await readSequences(connection, tables),
      jobs: await readWaitingJobs(connection),
    }
  })

const saveInstallationFiles = async (dataDir: string, folder: string) => {
  const savedFiles: Partial<Record<(typeof installationFiles)[number], Measured>> = {}
  for (const name of installationFiles.filter((one) => existsSync(join(dataDir, one)))) {
    await copyFile(join(dataDir, name), join(folder, name))
    savedFiles[name] = await measureFile(join(folder, name))
  }
  return savedFiles
}

/** The database first: a file added later belongs to no saved row, and is harmless. */
const saveAll = async ({ database, files, log }: Installation, version: string, folder: string): Promise<Manifest> => {
  const takenAt = new Date().toISOString()
  const source = await openUsedDatabase({ ...database, poolSize: 1, log })
  const savedDatabase = await saveDatabase(source, folder).finally(() => source.close())
  const savedFiles = await saveFiles(folder, files, log)
  return {
    format: backupFormat,
    version,
    takenAt,
    migrations: savedDatabase.migrations,
    rows: savedDatabase.rows,
    sequences: savedDatabase.sequences,
    jobs: savedDatabase.jobs,
    files: savedFiles.files,
    parts: {
      [parts.rows]: savedDatabase.part,
      [parts.files]: savedFiles.part,
      ...(await saveInstallationFiles(database.dataDir, folder)),
    },
  }
}

/**
 * Creates a backup of an installation, which may be running, in a new folder. The folder gets its name only once it is
 * complete.
 * @throws BackupError where there is something in the folder already
 */
export const createBackup = async (from: Installation, version: string, to: string): Promise<Manifest> => {
  if (existsSync(to) && readdirSync(to).length > 0) throw new BackupError(`The folder ${to} is not empty`)
  const unfinishedFolder = `${to}.unfinished`
  await rm(unfinishedFolder, { recursive: true, force: true })
  await mkdir(unfinishedFolder, { recursive: true, mode: 0o700 })
  try {
    const manifest = await saveAll(from, version, unfinishedFolder)
    await writeFile(join(unfinishedFolder, 'manifest.json'), writeManifest(manifest), { mode: 0o600, flush: true })
    await syncPath(unfinishedFolder)
    if (existsSync(to)) await rmdir(to)
    await rename(unfinishedFolder, to)
    await syncPath(dirname(to))
    return manifest
  } catch (error) {
    await rm(unfinishedFolder, { recursive: true, force: true })
    throw error
  }
}
