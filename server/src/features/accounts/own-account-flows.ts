import type { Tx } from '../../kernel/transaction.ts'
import type { AccountFlows } from '../../ports/account-flows.ts'
import type { Attempts } from '../../ports/attempts.ts'
import type { Identity } from '../../ports/identity.ts'
import { createAccountLimits } from './account-limits.ts'
import { createFlowAudit, type FlowSecurity } from './audit-flows.ts'
import { createIdentityConfirmation } from './confirm-identity.ts'
import { type EraseParts, eraseAccount } from './erasure/erase-account.ts'
import { parseForm, signInCodes } from './flow-forms.ts'
import { forgetKnownDevices } from './known-devices.store.ts'
import { rememberBrowser } from './remember-browser.ts'

export type OwnAccountFlowParts = EraseParts &
  FlowSecurity & {
    identity: Identity
    attempts: Attempts
    db: Tx
    /** Whether browsers use https only. */
    isSecure: boolean
    /** Makes every node drop its cached sessions of a person. */
    sessionsEnded(userId: string): void
  }

/** Changes of signed-in people to their own account, confirmed by the password, and sign-out. */
export const createOwnAccountFlows = (
  parts: OwnAccountFlowParts,
): Pick<AccountFlows, 'change-password' | 'erase-account' | 'sign-out'> => {
  const { identity, attempts } = parts
  const { auditOwn } = createFlowAudit(parts)
  const { limit } = createAccountLimits(parts)
  const { sessionOf, proveSelf, proveByCompany, refuseIfCompanyAlone } = createIdentityConfirmation(parts)
  return {
    async 'change-password'(request) {
      const form = parseForm('change-password', request)
      const session = await sessionOf(request)
      await refuseIfCompanyAlone(request, 'changePassword', session)
      await limit(request, 'signIn', session.userId, 'TOO_MANY_LOGIN_ATTEMPTS')
      const outcome = await identity.changePassword(request, form.current, form.password)
      await auditOwn(request, 'changePassword', session, outcome === 'wrong' ? signInCodes.wrong : 'ok')
      if (outcome === 'wrong') return request.fail(signInCodes.wrong)
      await attempts.forget('signIn', session.userId)
      // Somebody with the old password may have signed in from any of them.
      await forgetKnownDevices(parts.db, session.userId)
      const deviceCookie = await rememberBrowser(parts, outcome, request)
      parts.sessionsEnded(session.userId)
      return { data: {}, cookies: [...outcome.cookies, deviceCookie] }
    },
    async 'erase-account'(request) {
      const { password } = parseForm('erase-account', request)
      const session = await (password === undefined
        ? proveByCompany(request, 'eraseAccount')
        : proveSelf(request, 'eraseAccount', password))
      await eraseAccount(parts, request, session.userId)
      parts.sessionsEnded(session.userId)
      return { data: {}, cookies: await identity.signOut(request.headers) }
    },
    async 'sign-out'(request) {
      parseForm('sign-out', request)
      const session = await identity.findSession(request.headers)
      const cookies = await identity.signOut(request.headers)
      if (session) {
        await auditOwn(request, 'signOut', session, 'ok')
        parts.sessionsEnded(session.userId)
      }
      return { data: {}, cookies }
    },
  }
}
