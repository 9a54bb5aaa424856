import { email, password, signUp, verificationCode } from '@vigilux/contract/features/accounts/account.ts'
import { z } from 'zod'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Publish } from '../../kernel/domain-events.ts'
import { fieldRefusals } from '../../kernel/field-refusals.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { AccountFlows, FlowRequest } from '../../ports/account-flows.ts'
import type { Attempts } from '../../ports/attempts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Identity } from '../../ports/identity.ts'
import { createAccountLimits } from './account-limits.ts'
import { sessionsEnded } from './accounts.domain-events.ts'
import { forgetDevices, rememberDevice } from './known-devices.store.ts'
import { findUserByEmail, insertAccount } from './profiles.store.ts'

export type AccountFlowParts = {
  identity: Identity
  attempts: Attempts
  clock: Clock
  db: Tx
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Whether browsers reach us by https alone. */
  isSecure: boolean
  publish: Publish
}

const confirmForm = z.strictObject({ email, code: verificationCode })
const addressForm = z.strictObject({ email })
const signInForm = z.strictObject({ email, password: z.string().min(1, { error: 'cannot_be_empty' }).max(128) })
const newPassword = { password, confirmation: z.string().max(128) }
const same = { error: 'confirmation_differs', path: ['confirmation'] }
const resetForm = z
  .strictObject({ email, code: verificationCode, ...newPassword })
  .refine((form) => form.password === form.confirmation, same)
const changeForm = z
  .strictObject({ current: z.string().min(1, { error: 'cannot_be_empty' }).max(128), ...newPassword })
  .refine((form) => form.password === form.confirmation, same)

const read = <T extends z.ZodType>(form: T, { body }: FlowRequest): z.output<T> => {
  const parsed = form.safeParse(body)
  return parsed.success ? parsed.data : fail('INVALID_INPUT', { fields: fieldRefusals(parsed.error) })
}

/** Failed sign-ins are audited under the address that was tried. */
const auditSignIn = ({ db, clock }: AccountFlowParts, request: FlowRequest, name: string, result: string) =>
  writeAudit(db, {
    at: clock.now(),
    caller: { kind: 'anonymous', address: request.address },
    name,
    plantId: null,
    action: 'signIn',
    result,
    requestId: request.requestId,
  })

/** Sign-up, sign-in and what belongs to them. No answer reveals whether an address exists, except where it is demanded. */
export const createAccountFlows = (parts: AccountFlowParts): AccountFlows => {
  const { identity, attempts, clock, db } = parts
  const { limit, limitCodes, limitGuesses, knownDevice } = createAccountLimits(parts)

  const deviceCookies = async (email: string, { headers }: FlowRequest): Promise<string[]> => {
    const user = await findUserByEmail(db, email)
    const remember = (userId: string) =>
      parts.inTransaction((tx) => rememberDevice(tx, { userId, headers, now: clock.now(), isSecure: parts.isSecure }))
    return user ? [await remember(user.id)] : []
  }

  return {
    async 'sign-up'(request) {
      await limit('signUp', request.address, 'LimitExceededException')
      const { password: secret, confirmation: _, ...form } = read(signUp, request)
      const passwordHash = await identity.hashPassword(secret)
      const made = await parts.inTransaction((tx) => insertAccount(tx, form, { passwordHash, at: clock.now() }))
      if (!made) return fail('UsernameExistsException')
      await attempts.use('sendCode', form.email)
      await identity.sendCode(form.email, 'verification')
      return { data: { email: form.email } }
    },
    async confirm(request) {
      const form = read(confirmForm, request)
      await limitGuesses(form.email, request)
      if (!(await identity.confirm(form.email, form.code))) return fail('CodeMismatchException')
      await attempts.forget('tryCodeAsStranger', form.email)
      return { data: { email: form.email } }
    },
    async resend(request) {
      const form = read(addressForm, request)
      await limitCodes(form.email, request)
      const user = await findUserByEmail(db, form.email)
      if (user && !user.emailVerified) await identity.sendCode(form.email, 'verification')
      return { data: {} }
    },
    async 'sign-in'(request) {
      const form = read(signInForm, request)
      const device = await knownDevice(form.email, request)
      if (!device) await limit('signInFromAddress', request.address, 'TOO_MANY_LOGIN_ATTEMPTS')
      const use = await attempts.use('signIn', device ?? form.email)
      const outcome = use.allowed ? await identity.signIn(form.email, form.password, request) : 'limited'
      if (Array.isArray(outcome)) {
        await attempts.forget('signIn', device ?? form.email)
        await auditSignIn(parts, request, form.email, 'ok')
        return { data: {}, cookies: [...outcome, ...(await deviceCookies(form.email, request))] }
      }
      const codes = {
        wrong: 'WRONG_EMAIL_OR_PASSWORD',
        unconfirmed: 'USER_NOT_CONFIRMED',
        limited: 'TOO_MANY_LOGIN_ATTEMPTS',
      } as const
      await auditSignIn(parts, request, form.email, codes[outcome])
      return fail(codes[outcome], use.allowed ? undefined : { retryAfterS: use.retryAfterS })
    },
    async forgot(request) {
      const form = read(addressForm, request)
      await limitCodes(form.email, request)
      if (!(await findUserByEmail(db, form.email))) return fail('UserNotFoundException')
      await identity.sendCode(form.email, 'passwordReset')
      return { data: {} }
    },
    async reset(request) {
      const form = read(resetForm, request)
      await limitGuesses(form.email, request)
      if (!(await identity.resetPassword(form.email, form.code, form.password))) return fail('CodeMismatchException')
      await attempts.forget('signIn', form.email)
      await attempts.forget('tryCodeAsStranger', form.email)
      const user = await findUserByEmail(db, form.email)
      if (user) {
        await forgetDevices(db, user.id)
        parts.publish(sessionsEnded, { userId: user.id })
      }
      return { data: {} }
    },
    async 'change-password'(request) {
      const form = read(changeForm, request)
      const session = (await identity.findSession(request.headers)) ?? fail('NOT_SIGNED_IN')
      await limit('signIn', session.userId, 'TOO_MANY_LOGIN_ATTEMPTS')
      const outcome = await identity.changePassword(request, form.current, form.password)
      if (outcome === 'wrong') return fail('WRONG_EMAIL_OR_PASSWORD')
      await attempts.forget('signIn', session.userId)
      parts.publish(sessionsEnded, { userId: session.userId })
      return { data: {}, cookies: outcome }
    },
    async 'sign-out'(request) {
      const session = await identity.findSession(request.headers)
      const cookies = await identity.signOut(request.headers)
      if (session) parts.publish(sessionsEnded, { userId: session.userId })
      return { data: {}, cookies }
    },
  }
}
