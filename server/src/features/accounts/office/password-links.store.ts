import { and, eq, gt, like } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { userTable, verificationTable } from '../../../tables/accounts.schema.ts'

/** The identity library finds the links by this prefix. Its password reset consumes them. */
const prefix = 'reset-password:'
const identifierOf = (linkHash: string): string => prefix + linkHash

/** A link to set the password of an account, stored by the hash of its secret. */
export type PasswordLinkRow = { userId: string; linkHash: string; expiresAt: Date }

/** SQL condition: the row is a link for this account. */
const isLinkOf = (userId: string) =>
  and(eq(verificationTable.value, userId), like(verificationTable.identifier, `${prefix}%`))

export const deletePasswordLinks = async (tx: Tx, userId: string): Promise<void> => {
  await tx.delete(verificationTable).where(isLinkOf(userId))
}

/** Saves a link and deletes earlier links of the account. */
export const savePasswordLink = async (tx: Tx, { userId, linkHash, expiresAt }: PasswordLinkRow): Promise<void> => {
  await deletePasswordLinks(tx, userId)
  await tx.insert(verificationTable).values({ identifier: identifierOf(linkHash), value: userId, expiresAt })
}

/** The account of an unused link, while it is valid. */
export const findPasswordLink = async (
  tx: Tx,
  linkHash: string,
  now: Date,
): Promise<{ userId: string; email: string } | undefined> => {
  const { identifier, value, expiresAt } = verificationTable
  const [link] = await tx
    .select({ userId: value })
    .from(verificationTable)
    .where(and(eq(identifier, identifierOf(linkHash)), gt(expiresAt, now)))
  if (!link) return undefined
  const [user] = await tx.select({ email: userTable.email }).from(userTable).where(eq(userTable.id, link.userId))
  return user && { userId: link.userId, email: user.email }
}

/** When the link of each account expires; accounts without a valid link are left out. */
export const listPasswordLinks = async (tx: Tx, now: Date): Promise<Map<string, Date>> => {
  const { identifier, value, expiresAt } = verificationTable
  const rows = await tx
    .select({ userId: value, expiresAt })
    .from(verificationTable)
    .where(and(like(identifier, `${prefix}%`), gt(expiresAt, now)))
  return new Map(rows.map((row) => [row.userId, row.expiresAt]))
}
