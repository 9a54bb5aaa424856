import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { auditTable } from '../../../kernel/audit.schema.ts'
import { deleteBatch } from '../../../kernel/delete-batch.store.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { emailChangeTable, userTable } from '../../../tables/accounts.schema.ts'

export type EmailChangeRow = typeof emailChangeTable.$inferSelect

/** Keeps what address a person wants, in place of what was wanted before. */
export const saveEmailChange = async (tx: Tx, row: EmailChangeRow): Promise<void> => {
  await tx.insert(emailChangeTable).values(row).onConflictDoUpdate({ target: emailChangeTable.userId, set: row })
}

/** The address that a person wants, while it can still be proven. */
export const findEmailChange = async (tx: Tx, userId: string, now: Date): Promise<EmailChangeRow | undefined> => {
  const { userId: of, triesLeft, expiresAt } = emailChangeTable
  const [row] = await tx
    .select()
    .from(emailChangeTable)
    .where(and(eq(of, userId), gt(triesLeft, 0), gt(expiresAt, now)))
  return row
}

/** Takes one of the tries that are left. */
export const consumeTry = async (tx: Tx, userId: string, now: Date): Promise<EmailChangeRow | undefined> => {
  const { userId: of, triesLeft, expiresAt } = emailChangeTable
  const [row] = await tx
    .update(emailChangeTable)
    .set({ triesLeft: sql`${triesLeft} - 1` })
    .where(and(eq(of, userId), gt(triesLeft, 0), gt(expiresAt, now)))
    .returning()
  return row
}

/** Ends the wish; false where it has been ended, or become another, meanwhile. */
export const endEmailChange = async (
  tx: Tx,
  { userId, currentSeal }: Pick<EmailChangeRow, 'userId' | 'currentSeal'>,
): Promise<boolean> => {
  const { userId: of, currentSeal: seal } = emailChangeTable
  const ended = await tx
    .delete(emailChangeTable)
    .where(and(eq(of, userId), eq(seal, currentSeal)))
    .returning({ of })
  return ended.length > 0
}

/** The address signs in from now on. Throws where it is somebody else's. */
export const setEmail = async (tx: Tx, userId: string, email: string): Promise<void> => {
  await tx.update(userTable).set({ email }).where(eq(userTable.id, userId))
}

/**
 * Lines of the audit that stand under an address, where nobody was signed in, become those of the person whose it was: else who registers with
 * it next would read them.
 */
export const assignAuditOfAddress = async (tx: Tx, userId: string, email: string): Promise<void> => {
  await tx
    .update(auditTable)
    .set({ userId })
    .where(and(isNull(auditTable.plantId), isNull(auditTable.userId), eq(auditTable.userName, email)))
}

/** Removes some of the wishes that were not proven before; answers how many. */
export const deleteExpiredEmailChanges = (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { userId, expiresAt } = emailChangeTable
  return deleteBatch(tx, { table: emailChangeTable, key: userId, which: lt(expiresAt, before), limit })
}
