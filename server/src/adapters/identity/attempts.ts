import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { AttemptPurpose, Attempts } from '../../ports/attempts.ts'

const minutes = 60

/**
 * Attempts and their period in seconds. The limit by account protects the account, the one by address everybody else; a
 * known browser is counted separately, so guesses from elsewhere cannot lock a person out.
 */
const limits: Record<AttemptPurpose, { points: number; durationS: number }> = {
  signIn: { points: 6, durationS: 15 * minutes },
  signInFromAddress: { points: 100, durationS: 15 * minutes },
  sendCode: { points: 4, durationS: 10 * minutes },
  sendCodeFromAddress: { points: 30, durationS: 10 * minutes },
  tryCode: { points: 12, durationS: 10 * minutes },
  // Out of 1,000,000 codes: even with a new code after every third guess, the chance stays negligible.
  tryCodeFromUnknownBrowser: { points: 50, durationS: 24 * 60 * minutes },
  // Counted separately from mailed codes: somebody who reads the mailbox and resets passwords gains no extra guesses.
  tryFactor: { points: 12, durationS: 10 * minutes },
  tryFactorFromUnknownBrowser: { points: 50, durationS: 24 * 60 * minutes },
  // Accounts made. Refused forms cost little and are often a typing error.
  signUp: { points: 30, durationS: 60 * minutes },
  signUpForm: { points: 300, durationS: 60 * minutes },
  // Nothing can be guessed by it, and all people of a company may share one address in the morning.
  companySignIn: { points: 600, durationS: 15 * minutes },
}

/** Counters in the database, so all nodes count together and a restart keeps them. */
export const openAttempts = (pool: pg.Pool, tableName: string): Attempts => {
  // Without the library's statement names: connections name their statements.
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
    async giveBack(purpose, key) {
      await limiters[purpose].reward(key)
    },
    async forget(purpose, key) {
      await limiters[purpose].delete(key)
    },
  }
}
