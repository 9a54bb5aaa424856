import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { recoveryCodeTable, secondFactorTable } from '../../../tables/accounts.schema.ts'

export type FactorRow = typeof secondFactorTable.$inferSelect

/** The second factor of a person, including an unconfirmed one. */
export const findFactor = async (tx: Tx, userId: string): Promise<FactorRow | undefined> => {
  const [row] = await tx.select().from(secondFactorTable).where(eq(secondFactorTable.userId, userId))
  return row
}

/** When the second factor was activated and how many recovery codes are left; null while it is inactive. */
export const findFactorState = async (tx: Tx, userId: string): Promise<{ since: Date; codesLeft: number } | null> => {
  const since = (await findFactor(tx, userId))?.confirmedAt
  if (!since) return null
  const [row] = await tx.select({ n: count() }).from(recoveryCodeTable).where(eq(recoveryCodeTable.userId, userId))
  return { since, codesLeft: row?.n ?? 0 }
}

/** Saves the secret of an unconfirmed factor, replacing an earlier one; false if a factor is active. */
export const saveFactor = async (tx: Tx, userId: string, secret: string): Promise<boolean> => {
  const savedRows = await tx
    .insert(secondFactorTable)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactorTable.userId,
      set: { secret, usedStep: 0 },
      setWhere: isNull(secondFactorTable.confirmedAt),
    })
    .returning({ userId: secondFactorTable.userId })
  return savedRows.length > 0
}

/** Activates the factor with its first correct code. False if it is active already, or has another secret. */
export const confirmFactor = async (
  tx: Tx,
  { userId, secret }: Pick<FactorRow, 'userId' | 'secret'>,
  { step, at }: { step: number; at: Date },
): Promise<boolean> => {
  const { confirmedAt, secret: storedSecret, userId: id } = secondFactorTable
  const confirmedRows = await tx
    .update(secondFactorTable)
    .set({ confirmedAt: at, usedStep: step })
    .where(and(eq(id, userId), eq(storedSecret, secret), isNull(confirmedAt)))
    .returning({ id })
  return confirmedRows.length > 0
}

/** Consumes the code of a half minute; false if it or a later one was consumed before. */
export const consumeStep = async (tx: Tx, userId: string, step: number): Promise<boolean> => {
  const { userId: id, usedStep, confirmedAt } = secondFactorTable
  const usedFactors = await tx
    .update(secondFactorTable)
    .set({ usedStep: step })
    .where(and(eq(id, userId), lt(usedStep, step), isNotNull(confirmedAt)))
    .returning({ id })
  return usedFactors.length > 0
}

/** Consumes a recovery code; false if there is no such code. */
export const consumeRecoveryCode = async (tx: Tx, userId: string, codeHash: string): Promise<boolean> => {
  const usedCodes = await tx
    .delete(recoveryCodeTable)
    .where(and(eq(recoveryCodeTable.userId, userId), eq(recoveryCodeTable.codeHash, codeHash)))
    .returning({ codeHash: recoveryCodeTable.codeHash })
  return usedCodes.length > 0
}

/** Replaces the remaining recovery codes. */
export const replaceRecoveryCodes = async (tx: Tx, userId: string, hashes: readonly string[]): Promise<void> => {
  await tx.delete(recoveryCodeTable).where(eq(recoveryCodeTable.userId, userId))
  await tx.insert(recoveryCodeTable).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

/** Deactivates the second factor and deletes its recovery codes. */
export const removeFactor = async (tx: Tx, userId: string): Promise<void> => {
  await tx.delete(secondFactorTable).where(eq(secondFactorTable.userId, userId))
}
