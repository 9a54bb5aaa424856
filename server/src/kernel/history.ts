import type { Clock } from '../ports/clock.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { ProductJobs } from '../ports/ports.ts'
import type { Log } from './log.ts'
import type { Tx } from './transaction.ts'
import type { InTransaction } from './work.ts'

export type HistoryParts = {
  inTransaction: InTransaction
  now: Date
  /** Older rows are deleted. */
  before: Date
  /** Aborts when the time is over; the next run continues. */
  signal: AbortSignal
}

/** Growing data, retained for a fixed period. */
export type History = {
  name: string
  /** Whole calendar months retained besides the current one; null for data without use after its expiry. */
  months: number | null
  /** Deletes older data and prepares for new data; returns how much was deleted. Idempotent. */
  prune(parts: HistoryParts): Promise<number>
}

/** The first moment in UTC of the month `months` after the month of `at`. */
export const monthAfter = (at: Date, months: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))

/** Rows deleted at a time, so nobody waits for long. */
const batchSize = 1_000

/** A history whose old rows are deleted in batches. */
export const pruneInBatches =
  (removeSome: (tx: Tx, before: Date, limit: number) => Promise<number>): History['prune'] =>
  async ({ inTransaction, before, signal }) => {
    let removedCount = 0
    for (let batchCount = batchSize; batchCount === batchSize; removedCount += batchCount) {
      signal.throwIfAborted()
      batchCount = await inTransaction(({ tx }) => removeSome(tx, before, batchSize))
    }
    return removedCount
  }

export type HistoryPruningParts = {
  jobs: Jobs<ProductJobs>
  inTransaction: InTransaction
  clock: Clock
  log: Log
  histories: readonly History[]
}

/** Prunes each history; a failing one, for example because of a long read, does not stop the others. */
export const pruneHistories = async (
  { histories, inTransaction, clock, log }: Omit<HistoryPruningParts, 'jobs'>,
  signal: AbortSignal,
): Promise<void> => {
  const now = clock.now()
  const failures: unknown[] = []
  for (const { name, months, prune } of histories) {
    try {
      const before = months === null ? now : monthAfter(now, -months)
      const removedCount = await prune({ inTransaction, now, before, signal })
      if (removedCount > 0) log.info({ history: name, removed: removedCount }, 'Expired rows were deleted')
    } catch (error) {
      failures.push(error)
      log.warn({ err: error, history: name }, 'Pruning a history failed; it is tried again')
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Pruning some histories failed')
}

/** Prunes the histories at the start and every night, on one of the nodes. */
export const startHistoryPruning = async ({ jobs, ...parts }: HistoryPruningParts): Promise<void> => {
  await jobs.work('history.keep', ({ signal }) => pruneHistories(parts, signal), { concurrency: 1 })
  await jobs.schedule('history.keep', {}, { recurrence: '40 2 * * *', timeZone: 'UTC' })
  await jobs.enqueue(null, 'history.keep', {}, { singletonKey: 'start' })
}
