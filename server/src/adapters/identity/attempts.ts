import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { AttemptPurpose, Attempts } from '../../ports/attempts.ts'

const minutes = 60

/**
 * How often, in which time. By account it protects the account, by address everybody else. A browser that has signed in
 * before is counted by itself, so that a stranger cannot lock a person out.
 */
const limits: Record<AttemptPurpose, { points: number; durationS: number }> = {
  signIn: { points: 6, durationS: 15 * minutes },
  signInFromAddress: { points: 100, durationS: 15 * minutes },
  sendCode: { points: 4, durationS: 10 * minutes },
  sendCodeFromAddress: { points: 30, durationS: 10 * minutes },
  tryCode: { points: 12, durationS: 10 * minutes },
  // Of 1,000,000 codes: who is sent a new one after every third guess still has no chance worth the name.
  tryCodeAsStranger: { points: 50, durationS: 24 * 60 * minutes },
  // Counted apart from codes by mail: who reads the mailbox, and sets new passwords at will, guesses no more of these by it.
  tryFactor: { points: 12, durationS: 10 * minutes },
  tryFactorAsStranger: { points: 50, durationS: 24 * 60 * minutes },
  signUp: { points: 30, durationS: 60 * minutes },
  // Nothing can be guessed by it, and all people of a company may come from one address in the morning.
  companySignIn: { points: 600, durationS: 15 * minutes },
}

/** Counters in the database, so that all nodes count together and a restart forgets nothing. */
export const openAttempts = (pool: pg.Pool, tableName: string): Attempts => {
  // Without the library's statement names: connections name their statements by themselves.
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values),
  }
  const limiterOf = (purpose: AttemptPurpose) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName,
      tableCreated: true,
      keyPrefix: purpose,
      points: limits[purpose].points,
      duration: limits[purpose].durationS,
      clearExpiredByTimeout: false,
    })
  const limiters = Object.fromEntries(
    (Object.keys(limits) as AttemptPurpose[]).map((purpose) => [purpose, limiterOf(purpose)]),
  ) as Record<AttemptPurpose, RateLimiterPostgres>
  return {
    async use(purpose, key) {
      try {
        await limiters[purpose].consume(key)
        return { allowed: true }
      } catch (rejection) {
        const wait = (rejection as { msBeforeNext?: number }).msBeforeNext
        if (wait === undefined) throw rejection
        return { allowed: false, retryAfterS: Math.ceil(wait / 1000) }
      }
    },
    async forget(purpose, key) {
      await limiters[purpose].delete(key)
    },
  }
}
