import type { Tx } from '../../../kernel/transaction.ts'
import type { KeyCipher } from '../../../ports/key-cipher.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { consumeRecoveryCode, consumeStep, findFactor } from './second-factor.store.ts'
import { stepOfCode } from './totp.ts'

/**
 * Consumes a code of the active second factor, valid once on all nodes. Returns its kind, or null if it is wrong or was
 * used.
 */
export const consumeFactorCode = async (
  tx: Tx,
  { cipher, now }: { cipher: KeyCipher; now: Date },
  { userId, code }: { userId: string; code: string },
): Promise<'app' | 'recovery' | null> => {
  if (code.length > 6) return (await consumeRecoveryCode(tx, userId, recoveryCodeHash(code))) ? 'recovery' : null
  const factor = await findFactor(tx, userId)
  const secret = factor && cipher.open(factor.secret)
  const step = secret ? stepOfCode(secret, code, now) : undefined
  return step !== undefined && (await consumeStep(tx, userId, step)) ? 'app' : null
}
