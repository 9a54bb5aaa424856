import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { lockFolder } from './folder-lock.ts'

export interface PgliteWorkerData {
  folder: string
  socketPath: string
  idleInTransactionMs: number
}

export type PgliteWorkerOrder = 'close' | 'countSyncs'

export type PgliteWorkerReport =
  | { kind: 'ready' }
  | { kind: 'lost'; reason: string }
  | { kind: 'syncCount'; count: number }
  | { kind: 'closed' }

export interface PgliteServer {
  /** What the `pg` driver needs to reach it. */
  connection: { host: string; port: number; user: string; database: string }
  /** How often the host confirmed data to be on the disk since the start. */
  countSyncs(): Promise<number>
  close(): Promise<void>
}

/** The driver names the socket `.s.PGSQL.<port>` in the folder it is given as host. */
const port = 5432
/** Operating systems cut a Unix socket's path at 104 to 108 bytes. */
const longestSocketPath = 103

interface SocketFolder {
  path: string
  socketPath: string
  remove(): void
}

function makeSocketFolder(dataDir: string): SocketFolder {
  const name = `.s.PGSQL.${port}`
  const own = join(dataDir, 'socket')
  const fits = Buffer.byteLength(join(own, name)) <= longestSocketPath
  const path = fits ? own : mkdtempSync(join(tmpdir(), 'vigilux-'))
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  return { path, socketPath: join(path, name), remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Resolves with the first report of that kind; rejects when the worker ends before. */
function nextReport<K extends PgliteWorkerReport['kind']>(worker: Worker, kind: K) {
  type Wanted = Extract<PgliteWorkerReport, { kind: K }>
  return new Promise<Wanted>((resolveReport, reject) => {
    const stop = () => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
    }
    const onMessage = (message: PgliteWorkerReport) => {
      if (message.kind !== kind) return
      stop()
      resolveReport(message as Wanted)
    }
    const onError = (error: Error) => {
      stop()
      reject(error)
    }
    const onExit = () => {
      stop()
      reject(new Error('The database engine stopped'))
    }
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
  })
}

/**
 * Runs PGlite on `dataDir/pglite` in a worker thread, so that a long query does not stall the program, and serves it on
 * a Unix socket that only this user can enter.
 * @param onLost called once when the engine dies by itself (disk full, failed sync); a new start recovers the data.
 */
export async function startPgliteServer(
  dataDir: string,
  options: { idleInTransactionMs: number; onLost: (error: Error) => void },
): Promise<PgliteServer> {
  if (process.platform === 'win32') {
    throw new Error('The built-in database needs Unix sockets, which Windows lacks: set DATABASE_URL to a PostgreSQL')
  }
  const root = resolve(dataDir)
  const lock = lockFolder(root)
  const socketFolder = makeSocketFolder(root)
  const data: PgliteWorkerData = {
    folder: join(root, 'pglite'),
    socketPath: socketFolder.socketPath,
    idleInTransactionMs: options.idleInTransactionMs,
  }
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: data })
  const ended = new Promise<void>((resolveEnd) => worker.once('exit', () => resolveEnd()))
  const free = () => {
    socketFolder.remove()
    lock.release()
  }
  try {
    await nextReport(worker, 'ready')
  } catch (error) {
    await ended
    free()
    throw new Error(`The database in ${data.folder} cannot be opened: ${(error as Error).message}`, { cause: error })
  }

  let closing = false
  let reason = 'The database engine stopped'
  worker.on('message', (message: PgliteWorkerReport) => {
    if (message.kind === 'lost') reason = message.reason
  })
  worker.on('error', (error) => {
    reason = `The database engine stopped: ${String(error)}`
  })
  void ended.then(() => {
    free()
    if (!closing) options.onLost(new Error(reason))
  })

  return {
    connection: { host: socketFolder.path, port, user: 'postgres', database: 'postgres' },
    countSyncs: async () => {
      const counted = nextReport(worker, 'syncCount')
      worker.postMessage('countSyncs' satisfies PgliteWorkerOrder)
      return (await counted).count
    },
    close: async () => {
      closing = true
      worker.postMessage('close' satisfies PgliteWorkerOrder)
      await ended
    },
  }
}
