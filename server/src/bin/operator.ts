import { readFileSync } from 'node:fs'
import type { EmptyDatabase } from '../adapters/backup/import-content.ts'
import { BackupError } from '../adapters/backup/manifest.ts'
import { refuseNoDatabase } from '../adapters/backup/refuse-no-database.ts'
import { DatabaseFolderError } from '../adapters/database/data-folder.ts'
import { FolderInUse } from '../adapters/database/folder-lock.ts'
import { MigrationError } from '../adapters/database/migrate.ts'
import type { Database } from '../adapters/database/open-database.ts'
import { openUsedDatabase } from '../adapters/database/running-database.ts'
import { openJobs } from '../adapters/jobs/open-jobs.ts'
import { createLog } from '../adapters/log.ts'
import { isQueue, productQueues } from '../composition/queues.ts'
import { ConfigError, storageConfig } from '../config/config.ts'
import { ArchiveError } from '../features/plant-archive/index.ts'
import { sqlStateOf, sqlStates } from '../kernel/sql-state.ts'

/** Log of all operator commands. */

export const log = createLog('warn')

/** The program's version, as stored in a backup. */
export const version = (): string => {
  const { version: productVersion } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as {
    version: string
  }
  return productVersion
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Whether an error needs only its message, because the operator can act on it. */
const isExplained = (error: unknown): boolean =>
  [ArchiveError, BackupError, DatabaseFolderError, FolderInUse, MigrationError, ConfigError].some(
    (kind) => error instanceof kind,
  )

/** A failure in the operator's terms. */
const explain = (error: unknown): string | undefined => {
  if (sqlStateOf(error) === sqlStates.undefinedTable)
    return 'The database has no tables of this version: start the server once to create them'
  return isExplained(error) ? (error as Error).message : (error as Error).stack
}

export const run = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command()
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}

/** Runs work on the database of this installation, whether or not a server is running on it. */
export const withDatabase = (work: (database: Database) => Promise<void>): Promise<void> =>
  run(async () => {
    const config = storageConfig(process.env)
    refuseNoDatabase(config)
    const database = await openUsedDatabase({ ...config, poolSize: 1, log })
    try {
      await work(database)
    } finally {
      await database.close()
    }
  })

/** An empty database to fill, with the product's queues. */
export const requireEmpty = (database: Database): EmptyDatabase => ({
  database,
  openQueues: async () => {
    const jobs = await openJobs({ database, log, queues: productQueues })
    return {
      enqueue: (tx, { name, data }) => {
        if (!isQueue(name)) throw new BackupError(`Queue ${name} does not exist`)
        return jobs.enqueue(tx, name, data)
      },
      stop: () => jobs.stop(),
    }
  },
})
