import { inDatabaseLane } from './database-lane.ts'
import type { DomainEvents } from './domain-events.ts'
import type { Log } from './log.ts'
import { retryBackoff } from './retry-backoff.ts'
import type { Task } from './task.ts'
import { traced } from './tracing.ts'
import type { InTransaction, Work } from './work.ts'

export type RunningTask = { stop(): Promise<void> }

export type WakeableTask = RunningTask & {
  /** Starts a turn unless one is running or planned by an event. */
  takeTurnIfIdle(): void
}

/** Runs a task until stopped. The first turn starts after `everyMs`, or at the first event. */
export const runTask = (task: Task, log: Log, events?: Pick<DomainEvents, 'subscribe'>): WakeableTask => {
  const { name, everyMs, wokenBy = [], pauseMs = 0, turn: runOnce, idle: onIdle } = task
  const stopController = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWoken = false

  const plan = (waitMs: number | undefined): void => {
    clearTimeout(timer)
    if (waitMs === undefined || stopController.signal.aborted) return
    timer = setTimeout(() => {
      running = runTurn()
    }, waitMs)
  }

  const runTurn = async (): Promise<void> => {
    isWoken = false
    const isMore = await inDatabaseLane({ kind: 'task' }, () =>
      traced(`task ${name}`, {}, () => runOnce(stopController.signal)),
    ).catch((err: unknown) => log.error({ err, task: name }, 'a task failed'))
    running = undefined
    if (isMore === true) plan(0)
    else plan(isWoken ? pauseMs : everyMs)
  }

  const wake = (): void => {
    if (isWoken) return
    isWoken = true
    if (!running) plan(pauseMs)
  }

  for (const event of wokenBy) events?.subscribe(event, wake)
  plan(everyMs)
  return {
    takeTurnIfIdle(): void {
      if (!running && !isWoken) plan(0)
    },
    async stop(): Promise<void> {
      stopController.abort()
      clearTimeout(timer)
      await running
      await onIdle?.()
    },
  }
}

/** Rows per lookup. */
const lookupLimit = 50

const keyOf = (dueItem: unknown): string => JSON.stringify(dueItem)

/** Runs the works one after the other. A failure is logged and does not stop the others. */
export const runIsolated = async (log: Log, works: readonly (() => Promise<void>)[]): Promise<void> => {
  for (const work of works)
    await work().catch((err: unknown) => log.error({ err }, 'a part of a recurring task failed'))
}

type DueWork = {
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
  { log, failure, max = Number.POSITIVE_INFINITY }: DueWork,
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

type LockedWork = DueWork & { inTransaction: InTransaction }

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
  { log, failure, max = Number.POSITIVE_INFINITY, inTransaction }: LockedWork,
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
