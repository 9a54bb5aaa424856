import { hashOfSecret } from '../../kernel/secret-link.ts'
import type { AccountFlows } from '../../ports/account-flows.ts'
import { createAccountLimits } from './account-limits.ts'
import { createFlowAudit } from './audit-flows.ts'
import { refusePasswordSignIn } from './company/company-sign-in-rule.ts'
import { parseForm } from './flow-forms.ts'
import { forgetKnownDevices } from './known-devices.store.ts'
import { deletePasswordLinks, findPasswordLink } from './office/password-links.store.ts'
import type { OwnAccountFlowParts } from './own-account-flows.ts'
import { findUserByEmail } from './profiles.store.ts'

/** Sets a new password without the old one: by a mailed code, or by the link of an invited office. */
export const createResetFlows = (
  parts: OwnAccountFlowParts,
): Pick<AccountFlows, 'forgot' | 'reset' | 'set-password'> => {
  const { identity, attempts, clock, db, security } = parts
  const { settle } = createFlowAudit(parts)
  const { limitCodes, limitGuesses } = createAccountLimits(parts)

  /** Somebody with the old password, or another link, must not get in any more. */
  const endOtherAccess = async (email: string): Promise<void> => {
    await attempts.forget('signIn', email)
    await attempts.forget('tryCodeFromUnknownBrowser', email)
    const user = await findUserByEmail(db, email)
    if (!user) return
    await deletePasswordLinks(db, user.id)
    await forgetKnownDevices(db, user.id)
    parts.sessionsEnded(user.id)
  }

  return {
    async forgot(request) {
      const form = parseForm('forgot', request)
      await limitCodes(form.email, request)
      await refusePasswordSignIn(request, db, form.email)
      const user = await findUserByEmail(db, form.email)
      await settle(request, 'askForReset', form.email, user ? null : 'UserNotFoundException')
      await identity.sendCode(form.email, 'passwordReset')
      return { data: {} }
    },
    async reset(request) {
      const form = parseForm('reset', request)
      await limitGuesses(form.email, request)
      await refusePasswordSignIn(request, db, form.email)
      const isReset = await identity.resetPassword(form.email, form.code, form.password)
      await settle(request, 'resetPassword', form.email, isReset ? null : 'CodeMismatchException')
      await endOtherAccess(form.email)
      return { data: {} }
    },
    async 'set-password'(request) {
      const { link, password } = parseForm('set-password', request)
      const linkHash = hashOfSecret(link)
      const invited = await findPasswordLink(db, linkHash, clock.now())
      if (!invited) {
        // Belongs to no account, so nothing is written into an audit.
        const refused = { kind: 'CodeMismatchException', userId: null, action: 'resetPassword', plantId: null } as const
        security.add({ ...refused, address: request.address })
        return request.fail(refused.kind)
      }
      const { email } = invited
      await refusePasswordSignIn(request, db, email)
      const isSet = await identity.resetPasswordByLink(linkHash, password)
      await settle(request, 'resetPassword', email, isSet ? null : 'CodeMismatchException')
      await endOtherAccess(email)
      return { data: { email } }
    },
  }
}
