import type { Tx } from '../../../kernel/transaction.ts'
import type { AccountFlows, FlowRefusal, FlowRequest } from '../../../ports/account-flows.ts'
import type { KeyCipher } from '../../../ports/key-cipher.ts'
import { createAccountLimits } from '../account-limits.ts'
import { type AuditedFlow, createFlowAudit } from '../audit-flows.ts'
import { createIdentityConfirmation, type IdentityConfirmationParts, type SessionRef } from '../confirm-identity.ts'
import { parseForm } from '../flow-forms.ts'
import { findKnownDeviceOf } from '../known-devices.store.ts'
import { changeSignInAndMail, type MailPersonParts } from '../mail-person.ts'
import { findCaller } from '../profiles.store.ts'
import { consumeFactorCode } from './consume-factor-code.ts'
import { createRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import {
  confirmFactor,
  findFactor,
  findFactorState,
  removeFactor,
  replaceRecoveryCodes,
  saveFactor,
} from './second-factor.store.ts'
import { createFactorSecret, factorUri, qrPath, stepOfCode, typedSecret } from './totp.ts'

export type SecondFactorParts = IdentityConfirmationParts & MailPersonParts & { cipher: KeyCipher }

/** Replaces all recovery codes. They are shown only once, because only their hashes are stored. */
const replaceCodes = async (tx: Tx, userId: string): Promise<string[]> => {
  const codes = createRecoveryCodes()
  await replaceRecoveryCodes(tx, userId, codes.map(recoveryCodeHash))
  return codes
}

/**
 * The second factor: activated with the password and a first correct code, changed and deactivated with the password
 * and a code.
 */
export const createSecondFactorFlows = (
  parts: SecondFactorParts,
): Pick<
  AccountFlows,
  'begin-second-factor' | 'confirm-second-factor' | 'end-second-factor' | 'renew-recovery-codes'
> => {
  const { cipher, clock, db, attempts } = parts
  const { auditOwn } = createFlowAudit(parts)
  const { limitFactor } = createAccountLimits(parts)
  const { sessionOf, proveSelf } = createIdentityConfirmation(parts)

  const tryCode = async (
    request: FlowRequest<'LimitExceededException' | 'CodeMismatchException'>,
    action: AuditedFlow,
    session: SessionRef,
    work: () => Promise<boolean>,
  ): Promise<void> => {
    await limitFactor(
      request,
      session.userId,
      await findKnownDeviceOf(db, session.userId, request.headers, clock.now()),
    )
    const isRight = await work()
    await auditOwn(request, action, session, isRight ? 'ok' : 'CodeMismatchException')
    if (!isRight) request.fail('CodeMismatchException')
    await attempts.forget('tryFactorFromUnknownBrowser', session.userId)
  }

  /** Runs a change once password and code are right. */
  const withProof = async (
    request: FlowRequest<FlowRefusal<'end-second-factor' | 'renew-recovery-codes'>>,
    flow: 'end-second-factor' | 'renew-recovery-codes',
    action: AuditedFlow,
    change: (tx: Tx, userId: string) => Promise<'secondFactorOff' | 'recoveryCodesRenewed'>,
  ): Promise<void> => {
    const { password, code } = parseForm(flow, request)
    const session = await proveSelf(request, action, password)
    const { userId } = session
    if (!(await findFactorState(db, userId))) return request.fail('SECOND_FACTOR_OFF')
    await tryCode(request, action, session, () =>
      changeSignInAndMail(parts, userId, async (tx) => {
        if (!(await consumeFactorCode(tx, { cipher, now: clock.now() }, { userId, code }))) return null
        return { template: await change(tx, userId) }
      }),
    )
  }

  return {
    async 'begin-second-factor'(request) {
      const { password } = parseForm('begin-second-factor', request)
      const { userId } = await proveSelf(request, 'switchOnSecondFactor', password)
      const person = (await findCaller(db, userId, '')) ?? request.fail('NOT_SIGNED_IN')
      const secret = createFactorSecret()
      if (!(await saveFactor(db, userId, cipher.close(secret)))) return request.fail('SECOND_FACTOR_ON')
      const uri = factorUri(secret, person.email)
      return { data: { secret: typedSecret(secret), uri, qr: qrPath(uri) } }
    },
    async 'confirm-second-factor'(request) {
      const { code } = parseForm('confirm-second-factor', request)
      const session = await sessionOf(request)
      const { userId } = session
      const factor = (await findFactor(db, userId)) ?? request.fail('SECOND_FACTOR_OFF')
      if (factor.confirmedAt) return request.fail('SECOND_FACTOR_ON')
      let codes: string[] = []
      await tryCode(request, 'switchOnSecondFactor', session, () =>
        changeSignInAndMail(parts, userId, async (tx) => {
          const now = clock.now()
          const secret = cipher.open(factor.secret)
          const step = secret ? stepOfCode(secret, code, now) : undefined
          if (step === undefined || !(await confirmFactor(tx, factor, { step, at: now }))) return null
          codes = await replaceCodes(tx, userId)
          return { template: 'secondFactorOn' }
        }),
      )
      return { data: { recovery_codes: codes } }
    },
    async 'end-second-factor'(request) {
      await withProof(request, 'end-second-factor', 'switchOffSecondFactor', async (tx, userId) => {
        await removeFactor(tx, userId)
        return 'secondFactorOff'
      })
      return { data: {} }
    },
    async 'renew-recovery-codes'(request) {
      let codes: string[] = []
      await withProof(request, 'renew-recovery-codes', 'renewRecoveryCodes', async (tx, userId) => {
        codes = await replaceCodes(tx, userId)
        return 'recoveryCodesRenewed'
      })
      return { data: { recovery_codes: codes } }
    },
  }
}
