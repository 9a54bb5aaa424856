import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { PgliteWorkerData, PgliteWorkerOrder, PgliteWorkerReport } from './pglite-server.ts'
import { SyncedNodeFs } from './synced-node-fs.ts'
import { WireServer } from './wire-server.ts'

/** PGlite's own parameters without `-F` (never sync); fdatasync does nothing under Emscripten, so WAL uses fsync. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'synchronous_commit=on', '-c', 'full_page_writes=on'],
  // PostgreSQL's 128 MB would be taken from the server's memory, and the system's own cache holds the same pages.
  ...['-c', 'shared_buffers=16MB'],
  // What a checkpoint keeps of the log for later; PostgreSQL's 1 GB is much for a small machine's disk.
  ...['-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB'],
  // A backup that was killed must not keep the log until the disk is full; the next start or backup lets go of it.
  ...['-c', 'max_slot_wal_keep_size=4GB'],
]

/** The status with which PGlite leaves its main loop for an ordinary SQL error. */
const sqlErrorStatus = 100

function report(message: PgliteWorkerReport): void {
  parentPort?.postMessage(message)
}

function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) syncTree(child)
    else syncPath(child)
  }
  syncPath(path)
}

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

const lastWords: string[] = []

/** Keeps what the engine says before it dies; `false` means that PGlite need not print it. */
function rememberLastWords(line: string): boolean {
  if (/PANIC|FATAL/.test(line)) lastWords.push(line)
  return false
}

async function openPglite(folder: string): Promise<{ pglite: PGlite; files: SyncedNodeFs }> {
  const files = new SyncedNodeFs(folder)
  const pglite = await PGlite.create({ fs: files, startParams, onStderr: rememberLastWords })
  return { pglite, files }
}

/** A new database appears under its name only when it is whole and on the disk: a crash half-way leaves nothing. */
async function createIfMissing(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const { pglite } = await openPglite(unfinished)
  await pglite.close()
  syncTree(unfinished)
  renameSync(unfinished, folder)
  syncPath(dirname(folder))
}

/**
 * PGlite swallows whatever its main loop throws and goes on, also after a PostgreSQL PANIC (disk full, failed sync) or a
 * WebAssembly trap, when nothing it says can be trusted. Stop instead: the next start recovers from the log.
 */
function stopOnPanic(pglite: PGlite): void {
  const engine = pglite.Module as unknown as { _PostgresMainLoopOnce: () => void }
  const once = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      if ((error as { status?: number }).status !== sqlErrorStatus) {
        report({ kind: 'lost', reason: ['The database engine stopped', String(error), ...lastWords].join(': ') })
        process.exit(1)
      }
      throw error
    }
  }
}

async function serve({ folder, socketPath, idleInTransactionMs }: PgliteWorkerData): Promise<void> {
  await createIfMissing(folder)
  const { pglite, files } = await openPglite(folder)
  await pglite.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots')
  stopOnPanic(pglite)
  const server = new WireServer(
    {
      execute: (bytes, answer) => pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData: answer }),
      isInTransaction: () => pglite.isInTransaction(),
    },
    idleInTransactionMs,
  )
  await server.listen(socketPath)
  parentPort?.on('message', async (order: PgliteWorkerOrder) => {
    if (order === 'countSyncs') return report({ kind: 'syncCount', count: files.syncCount })
    await server.close()
    await pglite.close()
    report({ kind: 'closed' })
    process.exit(0)
  })
  report({ kind: 'ready' })
}

// A thread with nothing to wait for drains V8's background tasks, and answers no other thread meanwhile. One of those tasks may ask this very
// thread to collect garbage and wait for it: then neither goes on, and the engine never opens (https://github.com/nodejs/node/pull/47452).
parentPort?.ref()
try {
  await serve(workerData as PgliteWorkerData)
} catch (error) {
  // The engine's own words say more than the exception with which it ends.
  throw new Error([String(error), ...lastWords].join(': '), { cause: error })
}
