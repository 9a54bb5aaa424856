import { and, count, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { accountTable, passkeyTable, userTable } from '../../../tables/accounts.schema.ts'

export type PasskeyRow = typeof passkeyTable.$inferSelect

/** Passkeys of a person, newest first. */
export const listPasskeys = (tx: Tx, userId: string): Promise<PasskeyRow[]> =>
  tx
    .select()
    .from(passkeyTable)
    .where(eq(passkeyTable.userId, userId))
    .orderBy(desc(passkeyTable.addedAt), passkeyTable.id)

/** The passkey with this credential id, of any person. */
export const findPasskey = async (tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> => {
  const [row] = await tx.select().from(passkeyTable).where(eq(passkeyTable.credentialId, credentialId))
  return row
}

export const hasPassword = async (tx: Tx, userId: string): Promise<boolean> => {
  const { userId: ownerId, providerId, password } = accountTable
  const rows = await tx
    .select({ password })
    .from(accountTable)
    .where(and(eq(ownerId, userId), eq(providerId, 'credential')))
  return rows.some((row) => row.password !== null)
}

/** Serializes changes to the sign-in methods of a person. */
const lockPerson = (tx: Tx, userId: string) =>
  tx.select({ id: userTable.id }).from(userTable).where(eq(userTable.id, userId)).for('update')

/** Saves a passkey; null if the person has the maximum already, or the credential id is taken. */
export const insertPasskey = async (
  tx: Tx,
  row: typeof passkeyTable.$inferInsert,
  limit: number,
): Promise<string | null> => {
  await lockPerson(tx, row.userId)
  const [existingCount] = await tx.select({ n: count() }).from(passkeyTable).where(eq(passkeyTable.userId, row.userId))
  if ((existingCount?.n ?? 0) >= limit) return null
  const [inserted] = await tx.insert(passkeyTable).values(row).onConflictDoNothing().returning({ id: passkeyTable.id })
  return inserted?.id ?? null
}

/** Records a signature of a passkey; false if the passkey is gone, or its counter is already higher. */
export const recordPasskeyUse = async (
  tx: Tx,
  id: string,
  { counter, at }: { counter: number; at: Date },
): Promise<boolean> => {
  const isNewer = or(lt(passkeyTable.counter, counter), and(eq(passkeyTable.counter, 0), sql`${counter} = 0`))
  const updatedRows = await tx
    .update(passkeyTable)
    .set({ counter, lastUsedAt: at })
    .where(and(eq(passkeyTable.id, id), isNewer))
    .returning({ id: passkeyTable.id })
  return updatedRows.length > 0
}

const isPasskeyOfPerson = (userId: string, id: string) => and(eq(passkeyTable.id, id), eq(passkeyTable.userId, userId))

export const renamePasskey = async (tx: Tx, userId: string, id: string, name: string): Promise<boolean> => {
  const renamed = await tx
    .update(passkeyTable)
    .set({ name })
    .where(isPasskeyOfPerson(userId, id))
    .returning({ id: passkeyTable.id })
  return renamed.length > 0
}

/** Removes a passkey unless it is the last way to sign in; returns its name. */
export const removePasskey = async (
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ name: string } | 'unknown' | 'last'> => {
  await lockPerson(tx, userId)
  const passkeys = await listPasskeys(tx, userId)
  const found = passkeys.find((one) => one.id === id)
  if (!found) return 'unknown'
  if (passkeys.length === 1 && !(await hasPassword(tx, userId))) return 'last'
  await tx.delete(passkeyTable).where(isPasskeyOfPerson(userId, id))
  return { name: found.name }
}
