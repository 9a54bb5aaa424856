import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'
import type { AttemptPurpose, Attempts } from '../../ports/attempts.ts'
import type { Clock } from '../../ports/clock.ts'
import { findKnownDevice } from './known-devices.store.ts'

/**
 * Limits of attempts. A known browser is counted separately, all others together per account: so guesses by strangers
 * lock out only strangers.
 */
export const createAccountLimits = ({ attempts, clock, db }: { attempts: Attempts; clock: Clock; db: Tx }) => {
  const limit = async (purpose: AttemptPurpose, key: string, code: ErrorCode): Promise<void> => {
    const use = await attempts.use(purpose, key)
    if (!use.allowed) fail(code, { retryAfterS: use.retryAfterS })
  }
  const knownDevice = (email: string, { headers }: FlowRequest) =>
    findKnownDevice(db, { email, headers, now: clock.now() })

  return {
    limit,
    knownDevice,
    /** Refuses to mail another code above the limit. */
    async limitCodes(email: string, request: FlowRequest): Promise<void> {
      const device = await knownDevice(email, request)
      if (!device) await limit('sendCodeFromAddress', request.address, 'LimitExceededException')
      await limit('sendCode', device ?? email, 'LimitExceededException')
    },
    /** Refuses another attempt at a second-factor code above the limit. */
    async limitFactor(userId: string, device: string | undefined): Promise<void> {
      await limit('tryFactor', device ?? userId, 'LimitExceededException')
      if (!device) await limit('tryFactorAsStranger', userId, 'LimitExceededException')
    },
    /** Refuses another attempt at a code above the limit. */
    async limitGuesses(email: string, request: FlowRequest): Promise<void> {
      const device = await knownDevice(email, request)
      await limit('tryCode', device ?? email, 'LimitExceededException')
      if (!device) await limit('tryCodeAsStranger', email, 'LimitExceededException')
    },
  }
}
