import type { AuthInput } from '@vigilux/contract/features/accounts/auth-flows.ts'
import type { AccountFlows, FlowRefusal, FlowRequest } from '../../ports/account-flows.ts'
import type { KeyCipher } from '../../ports/key-cipher.ts'
import { createAccountLimits } from './account-limits.ts'
import { createFlowAudit } from './audit-flows.ts'
import { requiresCompanySignIn } from './company/company-sign-in-rule.ts'
import type { IdentityConfirmationParts } from './confirm-identity.ts'
import { consumeFactorCode } from './factors/consume-factor-code.ts'
import { findFactorState } from './factors/second-factor.store.ts'
import { parseForm, signInCodes } from './flow-forms.ts'
import { changeSignInAndMail, type MailPersonParts } from './mail-person.ts'
import { type RememberBrowserParts, rememberBrowser } from './remember-browser.ts'

export type SignInParts = IdentityConfirmationParts & RememberBrowserParts & MailPersonParts & { cipher: KeyCipher }

type Person = { userId: string; device: string | undefined }

/**
 * Sign-in by address and password, and a code if the second factor is active. All are sent in one call, so no
 * intermediate state can be stolen.
 */
export const createSignInFlow = (parts: SignInParts): Pick<AccountFlows, 'sign-in'> => {
  const { identity, attempts, clock, db, cipher } = parts
  const { auditFlow } = createFlowAudit(parts)
  const { limit, limitFactor, knownDevice } = createAccountLimits(parts)

  /** The refusal for a missing or wrong code, or null. */
  const lacksCode = async (
    request: FlowRequest<'LimitExceededException'>,
    { userId, device }: Person,
    code: string | undefined,
  ) => {
    if (!(await findFactorState(db, userId))) return null
    if (code === undefined) return signInCodes.factor
    await limitFactor(request, userId, device)
    const isRight = await changeSignInAndMail(parts, userId, async (tx) => {
      const kind = await consumeFactorCode(tx, { cipher, now: clock.now() }, { userId, code })
      if (kind !== 'recovery') return kind && 'quiet'
      const codesLeft = (await findFactorState(tx, userId))?.codesLeft ?? 0
      return { template: 'recoveryCodeUsed', values: { left: String(codesLeft) } }
    })
    if (!isRight) return signInCodes.code
    if (!device) await attempts.forget('tryFactorFromUnknownBrowser', userId)
    return null
  }

  const tryPassword = async (form: AuthInput<'sign-in'>, request: FlowRequest<FlowRefusal<'sign-in'>>) => {
    const device = await knownDevice(form.email, request)
    if (!device) await limit(request, 'signInFromAddress', request.address, 'TOO_MANY_LOGIN_ATTEMPTS')
    const use = await attempts.use('signIn', device ?? form.email)
    const requiredCompany = use.allowed ? await requiresCompanySignIn(db, form.email) : null
    if (requiredCompany) {
      await auditFlow(request, 'signIn', { name: form.email }, 'COMPANY_SIGN_IN_ONLY')
      return request.fail('COMPANY_SIGN_IN_ONLY', requiredCompany)
    }
    const outcome = use.allowed ? await identity.checkPassword(form.email, form.password) : 'limited'
    if (typeof outcome === 'object') {
      await attempts.forget('signIn', device ?? form.email)
      return { userId: outcome.userId, device }
    }
    await auditFlow(request, 'signIn', { name: form.email }, signInCodes[outcome])
    return request.fail(signInCodes[outcome], use.allowed ? undefined : { retryAfterS: use.retryAfterS })
  }

  return {
    async 'sign-in'(request) {
      const form = parseForm('sign-in', request)
      const person = await tryPassword(form, request)
      const codeError = await lacksCode(request, person, form.code)
      await auditFlow(request, 'signIn', { name: form.email }, codeError ?? 'ok')
      if (codeError) return request.fail(codeError)
      const startedSession = await identity.begin(person.userId, request)
      return { data: {}, cookies: [...startedSession.cookies, await rememberBrowser(parts, startedSession, request)] }
    },
  }
}
