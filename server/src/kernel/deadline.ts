import { Refusal, tooSlow } from './refusal.ts'

/**
 * The time budget of a call and the state of its transaction: running → committing → committed, or running → abandoned.
 * An abandoned transaction never reaches COMMIT.
 */
export type Deadline = {
  /** Milliseconds left for a statement; at least 1. */
  remainingMs(): number
  /** Throws STORAGE_SLOW once the time is up. */
  check(): void
  /** Called right before COMMIT is sent. Throws STORAGE_SLOW once the time is up. */
  beginCommit(): void
  isCommitting(): boolean
  /** Marks a rollback by the database; the transaction runs again. */
  rolledBack(): void
  /** Abandons the call unless COMMIT was sent; returns whether it is certain to store nothing. */
  abandon(): boolean
  /** Calls back once, when the call is abandoned. Returns a function to remove the callback. */
  onAbandon(callback: () => void): () => void
}

/** Milliseconds until a call is abandoned, and until the outcome of its COMMIT counts as unknown. */
export type CallDeadlines = { abandonMs: number; unknownMs: number }

/** `now` is a monotonic clock in milliseconds. */
export const createDeadline = (ms: number, now = () => performance.now()): Deadline => {
  const end = now() + ms
  let state: 'running' | 'committing' | 'abandoned' = 'running'
  const callbacks = new Set<() => void>()
  const abandon = (): void => {
    if (state !== 'running') return
    state = 'abandoned'
    for (const callback of callbacks) callback()
    callbacks.clear()
  }
  const check = (): void => {
    if (now() >= end) abandon()
    if (state === 'abandoned') throw tooSlow()
  }
  return {
    remainingMs: () => Math.max(1, Math.ceil(end - now())),
    check,
    beginCommit() {
      check()
      state = 'committing'
    },
    isCommitting: () => state === 'committing',
    rolledBack() {
      if (state === 'committing') state = 'running'
    },
    abandon() {
      abandon()
      return state === 'abandoned'
    },
    onAbandon(callback) {
      if (state === 'abandoned') callback()
      else callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
  }
}

/**
 * The answer of a call, or a refusal at its deadline: STORAGE_SLOW while nothing can be stored, OUTCOME_UNKNOWN if
 * COMMIT was sent and is not answered.
 */
export const answerWithinDeadline = async <T>(
  work: Promise<T>,
  deadline: Deadline,
  { abandonMs, unknownMs }: CallDeadlines,
): Promise<T> => {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(deadline.abandon() ? tooSlow() : new Refusal('OUTCOME_UNKNOWN', { retryAfterS: 1 }))
  const abandonTimer = setTimeout(() => {
    if (deadline.abandon()) reject(tooSlow())
  }, abandonMs)
  const endTimer = setTimeout(giveUp, unknownMs)
  // After the deadline the result of the work is unused; the dispatcher has logged it.
  work.catch(() => undefined)
  return Promise.race([work, timedOut]).finally(() => {
    clearTimeout(abandonTimer)
    clearTimeout(endTimer)
  })
}
