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

type ListedFile = { key: string; storedAt: Date }
type Sweep = Pick<FileSweeperParts, 'files' | 'db'> & { now: Date; settled: Date }
type SweepCounts = { orphans: number; missing: number; foundAgain: number }

const removeOverdue = async ({ files, db, now, settled: settledBefore }: Sweep): Promise<number> => {
  for (let removedCount = 0; ; ) {
    const rows = await listOverdue(db, now, settledBefore, batchSize)
    for (const { id, state } of rows) {
      await files.delete(id)
      if (state === 'storing') await deleteFile(db, id)
      else await updateFile(db, id, { state: 'removed' })
    }
    removedCount += rows.length
    if (rows.length < batchSize) return removedCount
  }
}

/** Compares stored contents with the rows of the same range of ids; both are sorted by id. */
const compareBatch = async (
  { files, db, settled: settledBefore }: Sweep,
  listedFiles: ListedFile[],
  rows: Pick<FileRow, 'id' | 'state' | 'createdAt'>[],
): Promise<SweepCounts> => {
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]))
  const storedKeys = new Set(listedFiles.map(({ key }) => key))
  const orphans = listedFiles.filter(
    ({ key, storedAt }) => storedAt < settledBefore && [undefined, 'removed'].includes(stateOf.get(key)),
  )
  for (const { key } of orphans) await files.delete(key)
  const missingRows = rows.filter(
    ({ id, state, createdAt }) => state === 'stored' && createdAt < settledBefore && !storedKeys.has(id),
  )
  const foundAgain = rows.filter(({ id, state }) => state === 'missing' && storedKeys.has(id))
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  await markFiles(db, ids(missingRows), 'stored', 'missing')
  await markFiles(db, ids(foundAgain), 'missing', 'stored')
  return { orphans: orphans.length, missing: missingRows.length, foundAgain: foundAgain.length }
}

/** Walks storage and rows in parallel, so neither has to be in memory completely. */
const compareAll = async (sweep: Sweep, signal: AbortSignal): Promise<SweepCounts> => {
  const counts: SweepCounts = { orphans: 0, missing: 0, foundAgain: 0 }
  let after = '00000000-0000-0000-0000-000000000000'
  const compareSpan = async (listedFiles: ListedFile[], upTo: string | null): Promise<void> => {
    signal.throwIfAborted()
    for (let isWhole = false; !isWhole; ) {
      const rows = await listFilesBetween(sweep.db, after, upTo, batchSize)
      isWhole = rows.length < batchSize
      const end = isWhole ? upTo : (rows.at(-1)?.id ?? upTo)
      const filesOfSpan = listedFiles.filter(({ key }) => key > after && (end === null || key <= end))
      const found = await compareBatch(sweep, filesOfSpan, rows)
      counts.orphans += found.orphans
      counts.missing += found.missing
      counts.foundAgain += found.foundAgain
      after = end ?? after
    }
  }
  let listedFiles: ListedFile[] = []
  for await (const storedFile of sweep.files.list()) {
    listedFiles.push(storedFile)
    if (listedFiles.length < batchSize) continue
    await compareSpan(listedFiles, storedFile.key)
    listedFiles = []
  }
  await compareSpan(listedFiles, null)
  return counts
}

/**
 * Removes expired files and contents without a file, and marks files without content; a returned one is unmarked. An
 * unavailable storage fails the whole sweep, and changes nothing.
 */
export const sweepFiles = async (
  { files, db, clock }: FileSweeperParts,
  signal: AbortSignal,
): Promise<SweepCounts & { removed: number }> => {
  await files.probe()
  const now = clock.now()
  const sweep: Sweep = { files, db, now, settled: new Date(now.getTime() - minAgeMs) }
  const removedCount = await removeOverdue(sweep)
  return { removed: removedCount, ...(await compareAll(sweep, signal)) }
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
