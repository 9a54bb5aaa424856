import type { StartupHook } from '../../kernel/background.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Files } from '../../ports/files.ts'
import { deleteFile, type FileRow, listFilesBetween, listOverdue, markFiles, updateFile } from './files.store.ts'

type FileSweeperParts = { files: Files; db: Tx; clock: Clock }

/** Milliseconds of minimum age: a younger file may be in progress, with content or row missing. */
const minAgeMs = 86_400_000

/** Rows and contents compared at a time. */
const batchSize = 500

type Listed = { key: string; storedAt: Date }
type Sweep = Pick<FileSweeperParts, 'files' | 'db'> & { now: Date; settled: Date }
type Found = { orphans: number; missing: number; foundAgain: number }

const removeOverdue = async ({ files, db, now, settled }: Sweep): Promise<number> => {
  for (let removed = 0; ; ) {
    const rows = await listOverdue(db, now, settled, batchSize)
    for (const { id, state } of rows) {
      await files.delete(id)
      if (state === 'storing') await deleteFile(db, id)
      else await updateFile(db, id, { state: 'removed' })
    }
    removed += rows.length
    if (rows.length < batchSize) return removed
  }
}

/** Compares stored contents with the rows of the same range of ids; both are sorted by id. */
const compareBatch = async (
  { files, db, settled }: Sweep,
  listed: Listed[],
  rows: Pick<FileRow, 'id' | 'state' | 'createdAt'>[],
): Promise<Found> => {
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]))
  const stored = new Set(listed.map(({ key }) => key))
  const orphans = listed.filter(
    ({ key, storedAt }) => storedAt < settled && [undefined, 'removed'].includes(stateOf.get(key)),
  )
  for (const { key } of orphans) await files.delete(key)
  const missing = rows.filter(
    ({ id, state, createdAt }) => state === 'stored' && createdAt < settled && !stored.has(id),
  )
  const foundAgain = rows.filter(({ id, state }) => state === 'missing' && stored.has(id))
  const ids = (some: { id: string }[]) => some.map(({ id }) => id)
  await markFiles(db, ids(missing), 'stored', 'missing')
  await markFiles(db, ids(foundAgain), 'missing', 'stored')
  return { orphans: orphans.length, missing: missing.length, foundAgain: foundAgain.length }
}

/** Walks storage and rows in parallel, so that neither has to be in memory completely. */
const compareAll = async (sweep: Sweep, signal: AbortSignal): Promise<Found> => {
  const sum: Found = { orphans: 0, missing: 0, foundAgain: 0 }
  let after = '00000000-0000-0000-0000-000000000000'
  const span = async (listed: Listed[], upTo: string | null): Promise<void> => {
    signal.throwIfAborted()
    for (let isWhole = false; !isWhole; ) {
      const rows = await listFilesBetween(sweep.db, after, upTo, batchSize)
      isWhole = rows.length < batchSize
      const end = isWhole ? upTo : (rows.at(-1)?.id ?? upTo)
      const ofSpan = listed.filter(({ key }) => key > after && (end === null || key <= end))
      const found = await compareBatch(sweep, ofSpan, rows)
      sum.orphans += found.orphans
      sum.missing += found.missing
      sum.foundAgain += found.foundAgain
      after = end ?? after
    }
  }
  let listed: Listed[] = []
  for await (const one of sweep.files.list()) {
    listed.push(one)
    if (listed.length < batchSize) continue
    await span(listed, one.key)
    listed = []
  }
  await span(listed, null)
  return sum
}

/**
 * Removes expired files and contents without a file, and marks files without content; a returned one is unmarked. An
 * unavailable storage fails the whole sweep, and changes nothing.
 */
export const sweepFiles = async (
  { files, db, clock }: FileSweeperParts,
  signal: AbortSignal,
): Promise<Found & { removed: number }> => {
  await files.probe()
  const now = clock.now()
  const sweep: Sweep = { files, db, now, settled: new Date(now.getTime() - minAgeMs) }
  const removed = await removeOverdue(sweep)
  return { removed, ...(await compareAll(sweep, signal)) }
}

/** Sweeps every night, on one of the nodes. */
export const sweepFilesAtNight: StartupHook = async ({ ports, db, log }) => {
  const { jobs, files, clock } = ports
  await jobs.work(
    'files.sweep',
    async ({ signal }) =>
      log.info(await sweepFiles({ files, db, clock }, signal), 'Files and their storage were compared'),
    { concurrency: 1 },
  )
  await jobs.schedule('files.sweep', {}, { recurrence: '20 3 * * *', timeZone: 'UTC' })
}
