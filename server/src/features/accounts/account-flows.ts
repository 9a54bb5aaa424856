import type { AccountFlows } from '../../ports/account-flows.ts'
import { createAccountLimits } from './account-limits.ts'
import { createFlowAudit } from './audit-flows.ts'
import { type CompanyFlowParts, createCompanyFlows } from './company/company-flows.ts'
import { refusePasswordSignIn } from './company/company-sign-in-rule.ts'
import { type ChangeEmailParts, createChangeEmailFlows } from './email/change-email-flows.ts'
import { createPasskeyFlows, type PasskeyParts } from './factors/passkey-flows.ts'
import { createSecondFactorFlows, type SecondFactorParts } from './factors/second-factor-flows.ts'
import { parseForm } from './flow-forms.ts'
import { createOwnAccountFlows, type OwnAccountFlowParts } from './own-account-flows.ts'
import { findUserByEmail, insertAccount } from './profiles.store.ts'
import { createResetFlows } from './reset-flows.ts'
import { createSignInFlow } from './sign-in-flow.ts'
import { refuseWrongVatNumber } from './vat-number.ts'

export type AccountFlowParts = OwnAccountFlowParts &
  SecondFactorParts &
  PasskeyParts &
  ChangeEmailParts &
  CompanyFlowParts

/** Sign-up, sign-in and related flows. No answer reveals whether an address exists, except where required. */
export const createAccountFlows = (parts: AccountFlowParts): AccountFlows => {
  const { identity, attempts, clock, db } = parts
  const { settle } = createFlowAudit(parts)
  const { limit, limitCodes, limitGuesses } = createAccountLimits(parts)

  return {
    async 'sign-up'(request) {
      await limit(request, 'signUpForm', request.address, 'LimitExceededException')
      const { password: secret, confirmation: _, ...form } = parseForm('sign-up', request)
      await refusePasswordSignIn(request, db, form.email)
      refuseWrongVatNumber(request, form)
      await limit(request, 'signUp', request.address, 'LimitExceededException')
      const passwordHash = await identity.hashPassword(secret)
      const userId = await parts.inTransaction(({ tx }) => insertAccount(tx, form, { passwordHash, at: clock.now() }))
      if (!userId) await attempts.giveBack('signUp', request.address)
      await settle(request, 'signUp', form.email, userId ? null : 'UsernameExistsException')
      await attempts.use('sendCode', form.email)
      await identity.sendCode(form.email, 'verification')
      return { data: { email: form.email } }
    },
    async confirm(request) {
      const form = parseForm('confirm', request)
      await limitGuesses(form.email, request)
      const isConfirmed = await identity.confirm(form.email, form.code)
      await settle(request, 'confirmAccount', form.email, isConfirmed ? null : 'CodeMismatchException')
      await attempts.forget('tryCodeFromUnknownBrowser', form.email)
      return { data: { email: form.email } }
    },
    async resend(request) {
      const form = parseForm('resend', request)
      await limitCodes(form.email, request)
      const user = await findUserByEmail(db, form.email)
      if (user && !user.emailVerified) await identity.sendCode(form.email, 'verification')
      return { data: {} }
    },
    ...createResetFlows(parts),
    ...createSignInFlow(parts),
    ...createOwnAccountFlows(parts),
    ...createSecondFactorFlows(parts),
    ...createPasskeyFlows(parts),
    ...createChangeEmailFlows(parts),
    ...createCompanyFlows(parts).flows,
  }
}
