import type { Tx } from '../../kernel/transaction.ts'
import type { FlowRequest } from '../../ports/account-flows.ts'
import type { Attempts } from '../../ports/attempts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Identity } from '../../ports/identity.ts'
import { createAccountLimits } from './account-limits.ts'
import { type AuditedFlow, createFlowAudit, type FlowSecurity } from './audit-flows.ts'
import { requiresCompanySignIn } from './company/company-sign-in-rule.ts'
import { signInCodes } from './flow-forms.ts'
import { findSessionStart } from './own-sessions.store.ts'
import { findCaller } from './profiles.store.ts'
import { readSignInMethods } from './read-sign-in-methods.ts'

export type IdentityConfirmationParts = FlowSecurity & { identity: Identity; attempts: Attempts; clock: Clock; db: Tx }
export type PasswordRefusal =
  | 'NOT_SIGNED_IN'
  | 'COMPANY_SIGN_IN_ONLY'
  | 'TOO_MANY_LOGIN_ATTEMPTS'
  | 'WRONG_EMAIL_OR_PASSWORD'
export type SessionRef = { userId: string; sessionId: string }

/** Minutes for which a company sign-in replaces the missing password. */
const maxSignInAgeMinutes = 10

/** Confirms the identity of a signed-in person by the password: an open session alone is not enough. */
export const createIdentityConfirmation = (parts: IdentityConfirmationParts) => {
  const { identity, attempts, clock, db } = parts
  const { auditOwn } = createFlowAudit(parts)
  const { limit } = createAccountLimits(parts)
  const sessionOf = async (request: FlowRequest<'NOT_SIGNED_IN'>): Promise<SessionRef> =>
    (await identity.findSession(request.headers)) ?? request.fail('NOT_SIGNED_IN')
  /** If the company has disabled passwords, an old one proves nothing. */
  const refuseIfCompanyAlone = async (
    request: FlowRequest<'COMPANY_SIGN_IN_ONLY'>,
    action: AuditedFlow,
    session: SessionRef,
  ) => {
    const person = await findCaller(db, session.userId, session.sessionId)
    const requiredCompany = person && (await requiresCompanySignIn(db, person.email))
    if (!requiredCompany) return
    await auditOwn(request, action, session, 'COMPANY_SIGN_IN_ONLY')
    request.fail('COMPANY_SIGN_IN_ONLY', requiredCompany)
  }
  /** A person without a password must have signed in at the company recently: an older session is no proof. */
  const proveByCompany = async (
    request: FlowRequest<'NOT_SIGNED_IN' | 'WRONG_EMAIL_OR_PASSWORD' | 'SIGN_IN_AGAIN'>,
    action: AuditedFlow,
  ): Promise<SessionRef> => {
    const session = await sessionOf(request)
    const methods = await readSignInMethods(db, { userId: session.userId, now: clock.now() })
    const { company, password } = methods ?? request.fail('NOT_SIGNED_IN')
    if (!company || (password && !company.only)) return request.fail(signInCodes.wrong)
    const signedInAt = await findSessionStart(db, session.sessionId)
    if (signedInAt && clock.now().getTime() - signedInAt.getTime() <= maxSignInAgeMinutes * 60_000) return session
    await auditOwn(request, action, session, 'SIGN_IN_AGAIN')
    return request.fail('SIGN_IN_AGAIN')
  }
  return {
    sessionOf,
    proveByCompany,
    refuseIfCompanyAlone,
    async proveSelf(request: FlowRequest<PasswordRefusal>, action: AuditedFlow, password: string): Promise<SessionRef> {
      const session = await sessionOf(request)
      await refuseIfCompanyAlone(request, action, session)
      await limit(request, 'signIn', session.userId, 'TOO_MANY_LOGIN_ATTEMPTS')
      if (!(await identity.isOwnPassword(request, password))) {
        await auditOwn(request, action, session, signInCodes.wrong)
        return request.fail(signInCodes.wrong)
      }
      await attempts.forget('signIn', session.userId)
      return session
    },
  }
}
