import { rm } from 'node:fs/promises'
import { copyRunningPglite } from '../database/copy-running-pglite.ts'
import { FolderInUse } from '../database/folder-lock.ts'
import { type Database, type DatabaseConfig, openDatabase } from '../database/open-database.ts'
import { hasBuiltInDatabase } from '../database/running-database.ts'
import { BackupRefused } from './manifest.ts'

/** @throws BackupRefused where there is no database: opening the built-in one would make it */
export const refuseNoDatabase = ({ databaseUrl, dataDir }: Pick<DatabaseConfig, 'databaseUrl' | 'dataDir'>): void => {
  if (!databaseUrl && !hasBuiltInDatabase(dataDir))
    throw new BackupRefused(`There is no database in ${dataDir}, and DATABASE_URL is not set`)
}

/**
 * Opens the database of an installation, whether a server runs on it or not. The built-in one is then copied, and the copy read.
 * @param scratch folder for the copy, as large as the database; removed when it is closed
 */
export const openSource = async (config: DatabaseConfig, scratch: string): Promise<Database> => {
  try {
    return await openDatabase(config)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
  }
  const removeCopy = () => rm(scratch, { recursive: true, force: true })
  try {
    await copyRunningPglite(config.dataDir, scratch)
    const copy = await openDatabase({ ...config, dataDir: scratch })
    return { ...copy, close: () => copy.close().finally(removeCopy) }
  } catch (error) {
    await removeCopy()
    throw error
  }
}
