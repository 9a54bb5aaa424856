import { existsSync } from 'node:fs'
import { databaseFolder, refusePglite } from './data-folder.ts'
import { FolderInUse } from './folder-lock.ts'
import { type Database, type DatabaseConfig, openDatabase } from './open-database.ts'
import { runningPostmaster } from './postmaster.ts'

/** Address of a running server's built-in database. */
export const runningDatabase = (dataDir: string): string | undefined => {
  const running = runningPostmaster(databaseFolder(dataDir))
  return running && `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(running.socketFolder)}`
}

/** Whether this folder contains a built-in database: opening one would create it. */
export const hasBuiltInDatabase = (dataDir: string): boolean => {
  refusePglite(dataDir)
  return existsSync(databaseFolder(dataDir))
}

/** Opens the database of an installation, whether or not a server is running on it. */
export const openUsedDatabase = async (config: DatabaseConfig): Promise<Database> => {
  try {
    return await openDatabase(config)
  } catch (error) {
    const databaseUrl = error instanceof FolderInUse ? runningDatabase(config.dataDir) : undefined
    if (!databaseUrl) throw error
    return openDatabase({ ...config, databaseUrl, databaseTls: undefined })
  }
}
