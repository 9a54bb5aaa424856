import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Folder of an installation's built-in database. */
export const databaseFolder = (dataDir: string): string => resolve(dataDir, 'postgresql')

/** The data folder contains a foreign database; the message says what to do. */
export class DatabaseFolderError extends Error {
  override name = 'DatabaseRefused'
}

/** The last commit able to open a PGlite database. */
const lastPgliteVersion = 'c5c1d7b0'

/** @throws DatabaseFolderError where an older release has left a PGlite in this folder */
export const refusePglite = (dataDir: string): void => {
  if (!existsSync(join(dataDir, 'pglite'))) return
  throw new DatabaseFolderError(
    `${resolve(dataDir)} holds a PGlite database, which this version cannot open. Bring it over with a backup:\n` +
      `  1. git checkout ${lastPgliteVersion} && npm ci && npm run backup -- --to ../vigilux-backup\n` +
      `  2. check out this version again, npm ci, and move ${resolve(dataDir)} out of the way\n` +
      '  3. npm run restore -- --from ../vigilux-backup',
  )
}

/** The major version, which determines the format of the data folder. */
const majorVersion = '18'

/** @throws DatabaseFolderError where another major version has made this database */
export const refuseVersionMismatch = (folder: string): void => {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version === majorVersion) return
  throw new DatabaseFolderError(
    `${folder} was made by PostgreSQL ${version}, and this version brings PostgreSQL ${majorVersion}. ` +
      'Take a backup with the version that made it, and restore it here.',
  )
}
