import { Refusal } from './refusal.ts'

/**
 * The time that a call may take, and how far its transaction is:
 * running → committing → committed, or running → abandoned. An abandoned transaction never reaches COMMIT.
 */
export type Deadline = {
  /** Milliseconds that a statement may still take; at least 1. */
  remainingMs(): number
  /** Throws STORAGE_SLOW once the time is up. */
  check(): void
  /** Called right before COMMIT is sent. Throws STORAGE_SLOW once the time is up. */
  beginCommit(): void
  isCommitting(): boolean
  /** The database rolled the transaction back, and it runs again. */
  rolledBack(): void
  /** Abandons the call unless COMMIT was sent; answers whether nothing can be stored any more. */
  abandon(): boolean
}

/** Milliseconds until a call is abandoned, and until the outcome of its COMMIT is unknown. */
export type CallDeadlines = { abandonMs: number; unknownMs: number }

const tooSlow = (): Refusal => new Refusal('STORAGE_SLOW', { retryAfterS: 5 })

/** `now` counts milliseconds and never goes back. */
export const createDeadline = (ms: number, now = () => performance.now()): Deadline => {
  const end = now() + ms
  let state: 'running' | 'committing' | 'abandoned' = 'running'
  const check = (): void => {
    if (state === 'running' && now() >= end) state = 'abandoned'
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
      if (state === 'running') state = 'abandoned'
      return state === 'abandoned'
    },
  }
}

/**
 * The answer of a call, or a refusal once its time is up: STORAGE_SLOW while nothing can be stored, OUTCOME_UNKNOWN
 * where COMMIT was sent and the database does not answer it.
 */
export const answerWithinDeadline = async <T>(
  work: Promise<T>,
  deadline: Deadline,
  { abandonMs, unknownMs }: CallDeadlines,
): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(deadline.abandon() ? tooSlow() : new Refusal('OUTCOME_UNKNOWN', { retryAfterS: 1 }))
  const atAbandon = setTimeout(() => {
    if (deadline.abandon()) reject(tooSlow())
  }, abandonMs)
  const atEnd = setTimeout(giveUp, unknownMs)
  // After that, nobody waits for the result of the work; the dispatcher has logged it.
  work.catch(() => undefined)
  return Promise.race([work, late]).finally(() => {
    clearTimeout(atAbandon)
    clearTimeout(atEnd)
  })
}
