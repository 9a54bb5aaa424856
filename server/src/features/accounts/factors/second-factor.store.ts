import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { recoveryCodeTable, secondFactorTable } from '../../../tables/accounts.schema.ts'

export type FactorRow = typeof secondFactorTable.$inferSelect

/** The second factor of a person, also one that is not confirmed yet. */
export const findFactor = async (tx: Tx, userId: string): Promise<FactorRow | undefined> => {
  const [row] = await tx.select().from(secondFactorTable).where(eq(secondFactorTable.userId, userId))
  return row
}

/** Since when the second factor is on, and how many recovery codes are left; null while it is off. */
export const findFactorState = async (tx: Tx, userId: string): Promise<{ since: Date; codesLeft: number } | null> => {
  const since = (await findFactor(tx, userId))?.confirmedAt
  if (!since) return null
  const [row] = await tx.select({ n: count() }).from(recoveryCodeTable).where(eq(recoveryCodeTable.userId, userId))
  return { since, codesLeft: row?.n ?? 0 }
}

/** Keeps the secret of a factor that is still to be confirmed, in place of an earlier one; false where one is on. */
export const saveFactor = async (tx: Tx, userId: string, secret: string): Promise<boolean> => {
  const kept = await tx
    .insert(secondFactorTable)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactorTable.userId,
      set: { secret, usedStep: 0 },
      setWhere: isNull(secondFactorTable.confirmedAt),
    })
    .returning({ userId: secondFactorTable.userId })
  return kept.length > 0
}

/** The code of this half minute was given for the first time: the factor counts. False where it does already, or has another secret. */
export const confirmFactor = async (
  tx: Tx,
  { userId, secret }: Pick<FactorRow, 'userId' | 'secret'>,
  { step, at }: { step: number; at: Date },
): Promise<boolean> => {
  const { confirmedAt, secret: stored, userId: id } = secondFactorTable
  const confirmed = await tx
    .update(secondFactorTable)
    .set({ confirmedAt: at, usedStep: step })
    .where(and(eq(id, userId), eq(stored, secret), isNull(confirmedAt)))
    .returning({ id })
  return confirmed.length > 0
}

/** Takes the code of a half minute; false where it, or one after it, was taken before. */
export const consumeStep = async (tx: Tx, userId: string, step: number): Promise<boolean> => {
  const { userId: id, usedStep, confirmedAt } = secondFactorTable
  const used = await tx
    .update(secondFactorTable)
    .set({ usedStep: step })
    .where(and(eq(id, userId), lt(usedStep, step), isNotNull(confirmedAt)))
    .returning({ id })
  return used.length > 0
}

/** Takes a recovery code; false where there is none such, or no more. */
export const consumeRecoveryCode = async (tx: Tx, userId: string, codeHash: string): Promise<boolean> => {
  const used = await tx
    .delete(recoveryCodeTable)
    .where(and(eq(recoveryCodeTable.userId, userId), eq(recoveryCodeTable.codeHash, codeHash)))
    .returning({ codeHash: recoveryCodeTable.codeHash })
  return used.length > 0
}

/** Other recovery codes in place of those that are left. */
export const replaceRecoveryCodes = async (tx: Tx, userId: string, hashes: readonly string[]): Promise<void> => {
  await tx.delete(recoveryCodeTable).where(eq(recoveryCodeTable.userId, userId))
  await tx.insert(recoveryCodeTable).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

/** Switches the second factor off, with its recovery codes. */
export const removeFactor = async (tx: Tx, userId: string): Promise<void> => {
  await tx.delete(secondFactorTable).where(eq(secondFactorTable.userId, userId))
}
