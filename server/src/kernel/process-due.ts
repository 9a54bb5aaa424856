import type { Log } from './log.ts'
import { retryBackoff } from './retry-backoff.ts'
import type { InTransaction, Work } from './work.ts'

/** So many are looked up at a time. */
const lookupLimit = 50

const keyOf = (due: unknown): string => JSON.stringify(due)

/** Does one work after the other. What fails is logged, and keeps none of the others from being done. */
export const runIsolated = async (log: Log, works: readonly (() => Promise<void>)[]): Promise<void> => {
  for (const work of works)
    await work().catch((err: unknown) => log.error({ err }, 'a part of a recurring task failed'))
}

type Task = {
  log: Log
  /** What the log says of one that fails. */
  failure: string
  /** So many in one look; what else is due comes with the next one, so that nothing beside it waits for long. */
  max?: number
}

/**
 * Does what is due, each piece by itself, until there is no more. One that fails is logged and left for another look: it holds up no
 * other, however often it fails. `find` answers so many at most, as data that names them; what is done, it finds no more.
 */
export const processEachDue = async <Due>(
  { log, failure, max = Number.POSITIVE_INFINITY }: Task,
  find: (limit: number) => Promise<readonly Due[]>,
  work: (due: Due) => Promise<void>,
): Promise<void> => {
  const failures = retryBackoff(log, failure)
  const failed = new Set(failures.waiting())
  let before = new Set<string>()
  for (let left = max; left > 0; ) {
    const limit = Math.min(lookupLimit, left)
    const found = await find(limit + failed.size)
    const due = found.filter((one) => !failed.has(keyOf(one))).slice(0, limit)
    for (const one of due) {
      try {
        await work(one)
        failures.forget(keyOf(one))
      } catch (err) {
        log.error({ err, due: one }, failure)
        failures.add(keyOf(one))
        failed.add(keyOf(one))
      }
    }
    // What another node holds is found again, and is that node's to do.
    const isStuck = due.every((one) => before.has(keyOf(one)))
    if (due.length < limit || isStuck) return
    before = new Set(due.map(keyOf))
    left -= due.length
  }
}

type LockedTask = Task & { inTransaction: InTransaction }

/**
 * Locks what is due next and is none of `failed`, names it with `found` before anything can go wrong, and does it; answers whether there
 * was any.
 */
export type NextLocked = (work: Work, failed: readonly string[], found: (id: string) => void) => Promise<boolean>

/**
 * Does one piece after the other, each in the transaction in which it is found and locked, so that no other node does it too, until there
 * is no more. One that fails is logged and left for another look: it holds up no other.
 */
export const processEachLocked = async (
  { log, failure, max = Number.POSITIVE_INFINITY, inTransaction }: LockedTask,
  next: NextLocked,
): Promise<void> => {
  const failures = retryBackoff(log, failure)
  const failed = failures.waiting()
  let isMore = true
  for (let left = max; isMore && left > 0; left -= 1) {
    let due: string | undefined
    const doNext = async (work: Work): Promise<void> => {
      due = undefined
      isMore = await next(work, failed, (id) => {
        due = id
      })
    }
    try {
      await inTransaction(doNext)
      if (due !== undefined) failures.forget(due)
    } catch (err) {
      if (due === undefined) throw err
      log.error({ err, due }, failure)
      failures.add(due)
      failed.push(due)
      isMore = true
    }
  }
}
