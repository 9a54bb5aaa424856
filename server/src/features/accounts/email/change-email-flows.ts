import { verificationCodeValidity } from '@vigilux/contract/features/accounts/account.ts'
import { sqlStateOf, sqlStates } from '../../../kernel/sql-state.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import type { AccountFlows, FlowRequest } from '../../../ports/account-flows.ts'
import { moveInvitations } from '../../members/index.ts'
import { createAccountLimits } from '../account-limits.ts'
import { createFlowAudit } from '../audit-flows.ts'
import { refusePasswordSignIn } from '../company/company-sign-in-rule.ts'
import { createIdentityConfirmation, type IdentityConfirmationParts, type SessionRef } from '../confirm-identity.ts'
import { parseForm } from '../flow-forms.ts'
import type { MailPersonParts } from '../mail-person.ts'
import type { MailedCodes } from '../mailed-codes.ts'
import { endOtherSessions } from '../own-sessions.store.ts'
import { findCaller, findLanguage, findUserByEmail } from '../profiles.store.ts'
import {
  assignAuditOfAddress,
  consumeTry,
  type EmailChangeRow,
  endEmailChange,
  saveEmailChange,
  setEmail,
} from './email-change.store.ts'

export type ChangeEmailParts = IdentityConfirmationParts &
  MailPersonParts & { mailedCodes: MailedCodes; codeMinutes: number; sessionsEnded(userId: string): void }

/**
 * Changes the sign-in address once both addresses are proven by mailed codes; until then nothing changes. Only the
 * owner of a taken address learns about it.
 */
export const createChangeEmailFlows = (
  parts: ChangeEmailParts,
): Pick<AccountFlows, 'change-email' | 'confirm-email'> => {
  const { clock, db, mail, mailedCodes, inTransaction } = parts
  const { auditOwn } = createFlowAudit(parts)
  const { limit } = createAccountLimits(parts)
  const { sessionOf, proveSelf } = createIdentityConfirmation(parts)

  /** Mails both codes if the address is free; else one code, and a notice to the owner of the other address. */
  const mailCodes = async (
    request: FlowRequest<'NOT_SIGNED_IN'>,
    tx: Tx,
    { userId, newEmail }: { userId: string; newEmail: string },
  ): Promise<void> => {
    const person = (await findCaller(tx, userId, '')) ?? request.fail('NOT_SIGNED_IN')
    const holder = await findUserByEmail(tx, newEmail)
    const [currentCode, newCode] = [mailedCodes.make(), mailedCodes.make()]
    await saveEmailChange(tx, {
      userId,
      email: newEmail,
      triesLeft: verificationCodeValidity.tries,
      currentSeal: mailedCodes.seal(currentCode, userId, person.email),
      newSeal: holder ? null : mailedCodes.seal(newCode, userId, newEmail),
      expiresAt: new Date(clock.now().getTime() + parts.codeMinutes * 60_000),
    })
    const { language } = person
    const values = { code: currentCode, address: newEmail }
    await mail.send(tx, { to: person.email, language, template: 'emailChangeCurrent', values })
    await (holder
      ? mail.send(tx, { to: newEmail, language: await findLanguage(tx, newEmail), template: 'emailInUse', values: {} })
      : mail.send(tx, { to: newEmail, language, template: 'emailChangeNew', values: { code: newCode } }))
  }

  /** Replaces the address and its references; ends all other sessions. */
  const change = async (
    request: FlowRequest<'NOT_SIGNED_IN' | 'CodeMismatchException'>,
    emailChange: EmailChangeRow,
    { userId, sessionId }: SessionRef,
  ): Promise<void> =>
    inTransaction(async (work) => {
      const person = (await findCaller(work.tx, userId, sessionId)) ?? request.fail('NOT_SIGNED_IN')
      if (!(await endEmailChange(work.tx, emailChange))) return request.fail('CodeMismatchException')
      await setEmail(work.tx, userId, emailChange.email)
      await moveInvitations(work.tx, person.email, emailChange.email, clock.now())
      await assignAuditOfAddress(work.tx, userId, person.email)
      await endOtherSessions(work.tx, userId, sessionId)
      const { language } = person
      const values = { address: emailChange.email }
      for (const to of [person.email, emailChange.email])
        await mail.send(work.tx, { to, language, template: 'emailChanged', values })
      work.broadcast({ user: userId }, 'sessionEnded', { userid: userId })
      work.broadcast({ user: userId }, 'signInMethods', { userid: userId })
    })

  return {
    async 'change-email'(request) {
      const form = parseForm('change-email', request)
      const session = await proveSelf(request, 'askForEmailChange', form.password)
      await refusePasswordSignIn(request, db, form.email)
      await limit(request, 'sendCode', session.userId, 'LimitExceededException')
      await limit(request, 'sendCodeFromAddress', request.address, 'LimitExceededException')
      await inTransaction(({ tx }) => mailCodes(request, tx, { userId: session.userId, newEmail: form.email }))
      await auditOwn(request, 'askForEmailChange', session, 'ok')
      return { data: {} }
    },
    async 'confirm-email'(request) {
      const form = parseForm('confirm-email', request)
      const session = await sessionOf(request)
      const { userId } = session
      await limit(request, 'tryCode', userId, 'LimitExceededException')
      const person = (await findCaller(db, userId, '')) ?? request.fail('NOT_SIGNED_IN')
      const emailChange = await consumeTry(db, userId, clock.now())
      if (emailChange) await refusePasswordSignIn(request, db, emailChange.email)
      const isProven =
        emailChange !== undefined &&
        mailedCodes.isRight(emailChange.currentSeal, form.currentCode, userId, person.email) &&
        mailedCodes.isRight(emailChange.newSeal, form.newCode, userId, emailChange.email)
      if (!isProven) {
        await auditOwn(request, 'changeEmail', session, 'CodeMismatchException')
        return request.fail('CodeMismatchException')
      }
      await change(request, emailChange, session).catch((error: unknown) => {
        // Somebody has registered with it since.
        if (sqlStateOf(error) === sqlStates.uniqueViolation) return request.fail('CodeMismatchException')
        throw error
      })
      await auditOwn(request, 'changeEmail', session, 'ok')
      parts.sessionsEnded(userId)
      return { data: {} }
    },
  }
}
