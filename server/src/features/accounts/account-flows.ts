import { email, password, signUp, verificationCode } from '@vigilux/contract/features/accounts/account.ts'
import { z } from 'zod'
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
import { createFlowAudit } from './audit-flows.ts'
import { forgetDevices, rememberDevice } from './known-devices.store.ts'
import { findUserByEmail, insertAccount } from './profiles.store.ts'
import { refuseWrongVatNumber } from './vat-number.ts'

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
  if (parsed.success) return parsed.data
  const fields = fieldRefusals(parsed.error)
  // It has a code of its own where nothing else is wrong.
  const isShort = fields[0]?.code === 'code_too_short' && fields.every(({ path }) => path === fields[0]?.path)
  return fail(isShort ? 'CODE_TOO_SHORT' : 'INVALID_INPUT', { fields })
}

const signInCodes = {
  wrong: 'WRONG_EMAIL_OR_PASSWORD',
  unconfirmed: 'USER_NOT_CONFIRMED',
  limited: 'TOO_MANY_LOGIN_ATTEMPTS',
} as const

/** Sign-up, sign-in and what belongs to them. No answer reveals whether an address exists, except where it is demanded. */
export const createAccountFlows = (parts: AccountFlowParts): AccountFlows => {
  const { identity, attempts, clock, db } = parts
  const { auditFlow, auditOwn, settle } = createFlowAudit(parts)
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
      refuseWrongVatNumber(form)
      const passwordHash = await identity.hashPassword(secret)
      const made = await parts.inTransaction((tx) => insertAccount(tx, form, { passwordHash, at: clock.now() }))
      await settle(request, 'signUp', form.email, made ? null : 'UsernameExistsException')
      await attempts.use('sendCode', form.email)
      await identity.sendCode(form.email, 'verification')
      return { data: { email: form.email } }
    },
    async confirm(request) {
      const form = read(confirmForm, request)
      await limitGuesses(form.email, request)
      const isConfirmed = await identity.confirm(form.email, form.code)
      await settle(request, 'confirmAccount', form.email, isConfirmed ? null : 'CodeMismatchException')
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
        await auditFlow(request, 'signIn', { name: form.email }, 'ok')
        return { data: {}, cookies: [...outcome, ...(await deviceCookies(form.email, request))] }
      }
      await auditFlow(request, 'signIn', { name: form.email }, signInCodes[outcome])
      return fail(signInCodes[outcome], use.allowed ? undefined : { retryAfterS: use.retryAfterS })
    },
    async forgot(request) {
      const form = read(addressForm, request)
      await limitCodes(form.email, request)
      const user = await findUserByEmail(db, form.email)
      await settle(request, 'askForReset', form.email, user ? null : 'UserNotFoundException')
      await identity.sendCode(form.email, 'passwordReset')
      return { data: {} }
    },
    async reset(request) {
      const form = read(resetForm, request)
      await limitGuesses(form.email, request)
      const isReset = await identity.resetPassword(form.email, form.code, form.password)
      await settle(request, 'resetPassword', form.email, isReset ? null : 'CodeMismatchException')
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
      await auditOwn(request, 'changePassword', session, outcome === 'wrong' ? signInCodes.wrong : 'ok')
      if (outcome === 'wrong') return fail(signInCodes.wrong)
      await attempts.forget('signIn', session.userId)
      parts.publish(sessionsEnded, { userId: session.userId })
      return { data: {}, cookies: outcome }
    },
    async 'sign-out'(request) {
      const session = await identity.findSession(request.headers)
      const cookies = await identity.signOut(request.headers)
      if (session) {
        await auditOwn(request, 'signOut', session, 'ok')
        parts.publish(sessionsEnded, { userId: session.userId })
      }
      return { data: {}, cookies }
    },
  }
}
