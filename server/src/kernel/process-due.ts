import type { Log } from './log.ts'
import { retryBackoff } from './retry-backoff.ts'
import type { InTransaction, Work } from './work.ts'

/** Rows per lookup. */
const lookupLimit = 50

const keyOf = (dueItem: unknown): string => JSON.stringify(dueItem)

/** Runs the works one after the other. A failure is logged and does not stop the others. */
export const runIsolated = async (log: Log, works: readonly (() => Promise<void>)[]): Promise<void> => {
  for (const work of works)
    await work().catch((err: unknown) => log.error({ err }, 'a part of a recurring task failed'))
}

type Task = {
  log: Log
  /** Log message of a failure. */
  failure: string
  /** Maximum per run; the rest is left for the next run, so no other work waits for long. */
  max?: number
}

/**
 * A failing item is logged and left for the next run, without blocking others. `find` returns at most as many rows as
 * requested, and must not find completed items again.
 */
export const processEachDue = async <Due>(
  { log, failure, max = Number.POSITIVE_INFINITY }: Task,
  find: (limit: number) => Promise<readonly Due[]>,
  work: (dueItem: Due) => Promise<void>,
): Promise<void> => {
  const failures = retryBackoff(log, failure)
  const failed = new Set(failures.waiting())
  let before = new Set<string>()
  for (let remaining = max; remaining > 0; ) {
    const limit = Math.min(lookupLimit, remaining)
    const found = await find(limit + failed.size)
    const dueItems = found.filter((one) => !failed.has(keyOf(one))).slice(0, limit)
    for (const dueItem of dueItems) {
      try {
        await work(dueItem)
        failures.forget(keyOf(dueItem))
      } catch (err) {
        log.error({ err, due: dueItem }, failure)
        failures.add(keyOf(dueItem))
        failed.add(keyOf(dueItem))
      }
    }
    // An item locked by another node is found again, and left to it.
    const isStuck = dueItems.every((one) => before.has(keyOf(one)))
    if (dueItems.length < limit || isStuck) return
    before = new Set(dueItems.map(keyOf))
    remaining -= dueItems.length
  }
}

type LockedTask = Task & { inTransaction: InTransaction }

/**
 * Locks the next due item not in `failed`, reports its id through `found` before anything can fail, and processes it.
 * Returns whether there was one.
 */
export type NextLocked = (work: Work, failed: readonly string[], found: (id: string) => void) => Promise<boolean>

/**
 * Processes items one by one, each in its own finding and locking transaction, so no other node processes it too. A
 * failing item is logged and left for the next run, without blocking others.
 */
export const processEachLocked = async (
  { log, failure, max = Number.POSITIVE_INFINITY, inTransaction }: LockedTask,
  next: NextLocked,
): Promise<void> => {
  const failures = retryBackoff(log, failure)
  const failed = failures.waiting()
  let isMore = true
  for (let remaining = max; isMore && remaining > 0; remaining -= 1) {
    let currentId: string | undefined
    const processNext = async (work: Work): Promise<void> => {
      currentId = undefined
      isMore = await next(work, failed, (id) => {
        currentId = id
      })
    }
    try {
      await inTransaction(processNext)
      if (currentId !== undefined) failures.forget(currentId)
    } catch (err) {
      if (currentId === undefined) throw err
      log.error({ err, due: currentId }, failure)
      failures.add(currentId)
      failed.push(currentId)
      isMore = true
    }
  }
}
