import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { User } from '../../kernel/caller.ts'
import type { SecurityLog } from '../../kernel/security-log.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'
import type { Clock } from '../../ports/clock.ts'
import { findCaller } from './profiles.store.ts'

export type AuditedFlow =
  | 'signIn'
  | 'signUp'
  | 'confirmAccount'
  | 'askForReset'
  | 'resetPassword'
  | 'changePassword'
  | 'signOut'
  | 'eraseAccount'
  | 'switchOnSecondFactor'
  | 'switchOffSecondFactor'
  | 'renewRecoveryCodes'
  | 'addPasskey'
  | 'askForEmailChange'
  | 'changeEmail'
  | 'signInWithPasskey'
  | 'signInByCompany'
/** Records refusals for the office, under the caller's address, never the typed one. */
export type FlowSecurity = { security: Pick<SecurityLog, 'add'> }
type FlowPerson = { name: string } | { caller: User }

/**
 * Records changes of accounts outside of actions, including refusals; without a session, under the given address.
 * Belongs to no plant, and contains no codes or passwords.
 */
export const createFlowAudit = ({ db, clock, security }: { db: Tx; clock: Clock } & FlowSecurity) => {
  const auditFlow = (request: FlowRequest, action: AuditedFlow, person: FlowPerson, result: string) => {
    const userId = 'caller' in person ? person.caller.userId : null
    if (result !== 'ok') security.add({ kind: result, userId, address: request.address, action, plantId: null })
    return writeAudit(db, {
      at: clock.now(),
      caller: { kind: 'anonymous', address: request.address },
      ...person,
      plantId: null,
      action,
      result,
      requestId: request.requestId,
    })
  }
  return {
    auditFlow,
    /** Records a signed-in person's change of the own account. */
    async auditOwn(
      request: FlowRequest,
      action: AuditedFlow,
      session: { userId: string; sessionId: string },
      result: string,
    ) {
      const caller = await findCaller(db, session.userId, session.sessionId)
      if (caller) await auditFlow(request, action, { caller }, result)
    },
    /** Records the outcome of a flow, and throws the refusal if there is one. */
    async settle<Code extends ErrorCode>(
      request: FlowRequest<Code>,
      action: AuditedFlow,
      name: string,
      refusal: Code | null,
    ): Promise<void> {
      await auditFlow(request, action, { name }, refusal ?? 'ok')
      if (refusal) request.fail(refusal)
    },
  }
}
