import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'
import type { AttemptPurpose, Attempts } from '../../ports/attempts.ts'
import type { Clock } from '../../ports/clock.ts'
import { findKnownDevice } from './known-devices.store.ts'

/**
 * Limits of attempts. A known browser is counted separately, all unknown browsers together per account: their guesses
 * lock out only unknown browsers.
 */
export const createAccountLimits = ({ attempts, clock, db }: { attempts: Attempts; clock: Clock; db: Tx }) => {
  const limit = async <Code extends ErrorCode>(
    request: FlowRequest<Code>,
    purpose: AttemptPurpose,
    key: string,
    code: Code,
  ): Promise<void> => {
    const use = await attempts.use(purpose, key)
    if (!use.allowed) request.fail(code, { retryAfterS: use.retryAfterS })
  }
  const knownDevice = (email: string, { headers }: FlowRequest) =>
    findKnownDevice(db, { email, headers, now: clock.now() })

  return {
    limit,
    knownDevice,
    /** Refuses to mail another code above the limit. */
    async limitCodes(email: string, request: FlowRequest<'LimitExceededException'>): Promise<void> {
      const device = await knownDevice(email, request)
      if (!device) await limit(request, 'sendCodeFromAddress', request.address, 'LimitExceededException')
      await limit(request, 'sendCode', device ?? email, 'LimitExceededException')
    },
    /** Refuses another attempt at a second-factor code above the limit. */
    async limitFactor(
      request: FlowRequest<'LimitExceededException'>,
      userId: string,
      device: string | undefined,
    ): Promise<void> {
      await limit(request, 'tryFactor', device ?? userId, 'LimitExceededException')
      if (!device) await limit(request, 'tryFactorFromUnknownBrowser', userId, 'LimitExceededException')
    },
    /** Refuses another attempt at a code above the limit. */
    async limitGuesses(email: string, request: FlowRequest<'LimitExceededException'>): Promise<void> {
      const device = await knownDevice(email, request)
      await limit(request, 'tryCode', device ?? email, 'LimitExceededException')
      if (!device) await limit(request, 'tryCodeFromUnknownBrowser', email, 'LimitExceededException')
    },
  }
}
