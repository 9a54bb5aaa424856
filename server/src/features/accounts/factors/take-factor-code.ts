import type { Tx } from '../../../kernel/transaction.ts'
import type { KeyVault } from '../../../ports/key-vault.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { findFactor, takeRecoveryCode, takeStep } from './second-factor.store.ts'
import { stepOfCode } from './totp.ts'

/**
 * Takes a code of the second factor that is on; it counts once, whichever node is asked. Says which kind it was, or null for one that is
 * wrong or was used.
 */
export const takeFactorCode = async (
  tx: Tx,
  { vault, now }: { vault: KeyVault; now: Date },
  { userId, code }: { userId: string; code: string },
): Promise<'app' | 'recovery' | null> => {
  if (code.length > 6) return (await takeRecoveryCode(tx, userId, recoveryCodeHash(code))) ? 'recovery' : null
  const factor = await findFactor(tx, userId)
  const secret = factor && vault.open(factor.secret)
  const step = secret ? stepOfCode(secret, code, now) : undefined
  return step !== undefined && (await takeStep(tx, userId, step)) ? 'app' : null
}
