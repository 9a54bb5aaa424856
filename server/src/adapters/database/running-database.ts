import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A running server holds the built-in database and serves it on a socket in its folder. */
export const runningDatabase = (dataDir: string): { url: string; socketFolder: string } | undefined => {
  const socketFolder = resolve(dataDir, 'socket')
  if (!existsSync(join(socketFolder, '.s.PGSQL.5432'))) return undefined
  const url = `postgresql://postgres@localhost:5432/postgres?host=${encodeURIComponent(socketFolder)}`
  return { url, socketFolder }
}

/** Whether there is a built-in database in this folder: opening one where there is none makes one. */
export const hasBuiltInDatabase = (dataDir: string): boolean => existsSync(join(dataDir, 'pglite'))
