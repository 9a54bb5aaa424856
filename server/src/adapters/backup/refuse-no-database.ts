import type { DatabaseConfig } from '../database/open-database.ts'
import { hasBuiltInDatabase } from '../database/running-database.ts'
import { BackupError } from './manifest.ts'

/** @throws BackupError where there is no database: opening the built-in one would make it */
export const refuseNoDatabase = ({ databaseUrl, dataDir }: Pick<DatabaseConfig, 'databaseUrl' | 'dataDir'>): void => {
  if (!databaseUrl && !hasBuiltInDatabase(dataDir))
    throw new BackupError(`There is no database in ${dataDir}, and DATABASE_URL is not set`)
}
