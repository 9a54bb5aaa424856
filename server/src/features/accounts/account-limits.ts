import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'
import type { AttemptPurpose, Attempts } from '../../ports/attempts.ts'
import type { Clock } from '../../ports/clock.ts'
import { findKnownDevice } from './known-devices.store.ts'

/**
 * How often people may try. From a browser that has signed in to the account before it is counted for that browser, from
 * all others together for the account: so guesses by strangers lock out strangers.
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
    /** Refuses to mail one code more. */
    async limitCodes(email: string, request: FlowRequest): Promise<void> {
      const device = await knownDevice(email, request)
      if (!device) await limit('sendCodeFromAddress', request.address, 'LimitExceededException')
      await limit('sendCode', device ?? email, 'LimitExceededException')
    },
    /** Refuses to try one code of the second factor more. */
    async limitFactor(userId: string, device: string | undefined): Promise<void> {
      await limit('tryFactor', device ?? userId, 'LimitExceededException')
      if (!device) await limit('tryFactorAsStranger', userId, 'LimitExceededException')
    },
    /** Refuses to try one code more. */
    async limitGuesses(email: string, request: FlowRequest): Promise<void> {
      const device = await knownDevice(email, request)
      await limit('tryCode', device ?? email, 'LimitExceededException')
      if (!device) await limit('tryCodeAsStranger', email, 'LimitExceededException')
    },
  }
}
