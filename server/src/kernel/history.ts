import type { Clock } from '../ports/clock.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { ProductJobs } from '../ports/ports.ts'
import type { Log } from './log.ts'
import type { Tx } from './transaction.ts'
import type { InTransaction } from './work.ts'

export type HistoryParts = {
  inTransaction: InTransaction
  now: Date
  /** What is older goes. */
  before: Date
  /** Fires when the time is over; what is left is for the next run. */
  signal: AbortSignal
}

/** Something that grows with time and is kept for so long. */
export type History = {
  name: string
  /** Whole calendar months that are kept besides the one that has begun; null for what is of no use once it is over. */
  months: number | null
  /** Removes what is older, and prepares for what comes; answers how much it removed. Bears being run twice. */
  prune(parts: HistoryParts): Promise<number>
}

/** The first moment of a month in UTC, so many months after that of `at`. */
export const monthAfter = (at: Date, months: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))

/** So much is removed at a time, so that nobody waits for it. */
const batchSize = 1_000

/** A history whose old rows are removed some at a time. */
export const pruneInBatches =
  (removeSome: (tx: Tx, before: Date, limit: number) => Promise<number>): History['prune'] =>
  async ({ inTransaction, before, signal }) => {
    let sum = 0
    for (let removed = batchSize; removed === batchSize; sum += removed) {
      signal.throwIfAborted()
      removed = await inTransaction(({ tx }) => removeSome(tx, before, batchSize))
    }
    return sum
  }

export type HistoryPruningParts = {
  jobs: Jobs<ProductJobs>
  inTransaction: InTransaction
  clock: Clock
  log: Log
  histories: readonly History[]
}

/** One that cannot be kept now, as where somebody reads it for long, does not keep the others from it. */
export const pruneHistories = async (
  { histories, inTransaction, clock, log }: Omit<HistoryPruningParts, 'jobs'>,
  signal: AbortSignal,
): Promise<void> => {
  const now = clock.now()
  const failures: unknown[] = []
  for (const { name, months, prune } of histories) {
    try {
      const before = months === null ? now : monthAfter(now, -months)
      const removed = await prune({ inTransaction, now, before, signal })
      if (removed > 0) log.info({ history: name, removed }, 'What was older than it is kept was removed')
    } catch (error) {
      failures.push(error)
      log.warn({ err: error, history: name }, 'A history could not be kept in its bounds now')
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not all histories could be kept in their bounds')
}

/** Keeps histories in their bounds at the start and every night, on one of the nodes. */
export const startHistoryPruning = async ({ jobs, ...parts }: HistoryPruningParts): Promise<void> => {
  await jobs.work('history.keep', ({ signal }) => pruneHistories(parts, signal), { concurrency: 1 })
  await jobs.schedule('history.keep', {}, { recurrence: '40 2 * * *', timeZone: 'UTC' })
  await jobs.enqueue(null, 'history.keep', {}, { singletonKey: 'start' })
}
