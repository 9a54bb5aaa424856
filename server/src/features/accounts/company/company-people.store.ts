import type { selfServiceUserTypes } from '@vigilux/contract/features/accounts/account.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { companyPersonTable, companyTable } from '../../../tables/accounts.companies.schema.ts'
import { profileTable, userTable } from '../../../tables/accounts.schema.ts'

/** The account of a provider's person id, in its current state. */
export const findCompanyPerson = async (tx: Tx, companyId: string, subject: string) => {
  const [row] = await tx
    .select({ userId: userTable.id, email: userTable.email, usertype: profileTable.usertype })
    .from(companyPersonTable)
    .innerJoin(userTable, eq(userTable.id, companyPersonTable.userId))
    .innerJoin(profileTable, eq(profileTable.userId, companyPersonTable.userId))
    .where(and(eq(companyPersonTable.companyId, companyId), eq(companyPersonTable.subject, subject)))
  return row
}

/** The account with this address, and whether it is linked to a company's person. */
export const findHolder = async (tx: Tx, email: string) => {
  const [row] = await tx
    .select({
      userId: userTable.id,
      isProven: userTable.emailVerified,
      usertype: profileTable.usertype,
      joinedTo: companyPersonTable.companyId,
    })
    .from(userTable)
    .innerJoin(profileTable, eq(profileTable.userId, userTable.id))
    .leftJoin(companyPersonTable, eq(companyPersonTable.userId, userTable.id))
    .where(eq(userTable.email, email))
  return row
}

/** Serializes first sign-ins at the same company. */
export const lockCompany = (tx: Tx, companyId: string) =>
  tx.select({ id: companyTable.id }).from(companyTable).where(eq(companyTable.id, companyId)).for('update')

/** Deletes an account with an unproven address: nobody has ever signed in to it. */
export const removeUnverified = async (tx: Tx, userId: string): Promise<void> => {
  await tx.delete(userTable).where(and(eq(userTable.id, userId), eq(userTable.emailVerified, false)))
}

export type NewCompanyAccount = {
  email: string
  name: string
  surname: string
  usertype: (typeof selfServiceUserTypes)[number]
  businessname: string
  language: Language
}

/**
 * The operator has verified the company, so the account needs no approval by the office; the person declares age and
 * terms at the first sign-in. Throws if the address is taken.
 */
export const insertCompanyAccount = async (tx: Tx, account: NewCompanyAccount, at: Date): Promise<string> => {
  const { email, name, surname } = account
  const [user] = await tx
    .insert(userTable)
    .values({ name: `${name} ${surname}`, email, emailVerified: true, createdAt: at, updatedAt: at })
    .returning({ id: userTable.id })
  if (!user) throw new Error('an account that was made is not there')
  await tx.insert(profileTable).values({
    userId: user.id,
    usertype: account.usertype,
    validation: 'verified',
    name,
    surname,
    businessname: account.businessname,
    language: account.language,
    createdAt: at,
    address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
  })
  return user.id
}

/** Links the account to the provider's person id. Throws if either is linked already. */
export const joinCompany = async (
  tx: Tx,
  row: { companyId: string; subject: string; userId: string; joinedAt: Date },
): Promise<void> => {
  await tx.insert(companyPersonTable).values(row)
}
