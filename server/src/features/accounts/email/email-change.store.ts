import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { auditTable } from '../../../kernel/audit.schema.ts'
import { deleteBatch } from '../../../kernel/delete-batch.store.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { emailChangeTable, userTable } from '../../../tables/accounts.schema.ts'

export type EmailChangeRow = typeof emailChangeTable.$inferSelect

/** Saves a requested address, replacing an earlier request. */
export const saveEmailChange = async (tx: Tx, row: EmailChangeRow): Promise<void> => {
  await tx.insert(emailChangeTable).values(row).onConflictDoUpdate({ target: emailChangeTable.userId, set: row })
}

/** The requested address of a person, while it can still be proven. */
export const findEmailChange = async (tx: Tx, userId: string, now: Date): Promise<EmailChangeRow | undefined> => {
  const { userId: ownerId, triesLeft, expiresAt } = emailChangeTable
  const [row] = await tx
    .select()
    .from(emailChangeTable)
    .where(and(eq(ownerId, userId), gt(triesLeft, 0), gt(expiresAt, now)))
  return row
}

/** Consumes one of the remaining attempts. */
export const consumeTry = async (tx: Tx, userId: string, now: Date): Promise<EmailChangeRow | undefined> => {
  const { userId: ownerId, triesLeft, expiresAt } = emailChangeTable
  const [row] = await tx
    .update(emailChangeTable)
    .set({ triesLeft: sql`${triesLeft} - 1` })
    .where(and(eq(ownerId, userId), gt(triesLeft, 0), gt(expiresAt, now)))
    .returning()
  return row
}

/** Deletes the request; false if it was ended or replaced meanwhile. */
export const endEmailChange = async (
  tx: Tx,
  { userId, currentSeal }: Pick<EmailChangeRow, 'userId' | 'currentSeal'>,
): Promise<boolean> => {
  const { userId: ownerId, currentSeal: seal } = emailChangeTable
  const endedRows = await tx
    .delete(emailChangeTable)
    .where(and(eq(ownerId, userId), eq(seal, currentSeal)))
    .returning({ ownerId })
  return endedRows.length > 0
}

/** Sets the sign-in address. Throws if another account has it. */
export const setEmail = async (tx: Tx, userId: string, email: string): Promise<void> => {
  await tx.update(userTable).set({ email }).where(eq(userTable.id, userId))
}

/**
 * Moves audit lines of an address, written without a session, to the person: otherwise the next person to register with
 * the address could read them.
 */
export const assignAuditOfAddress = async (tx: Tx, userId: string, email: string): Promise<void> => {
  await tx
    .update(auditTable)
    .set({ userId })
    .where(and(isNull(auditTable.plantId), isNull(auditTable.userId), eq(auditTable.userName, email)))
}

export const deleteExpiredEmailChanges = (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { userId, expiresAt } = emailChangeTable
  return deleteBatch(tx, { table: emailChangeTable, key: userId, which: lt(expiresAt, before), limit })
}
