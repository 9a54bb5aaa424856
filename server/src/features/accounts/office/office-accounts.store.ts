import type { AdminScope } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { accountTable, profileTable, userTable } from '../../../tables/accounts.schema.ts'

export type NewOfficeAccount = {
  email: string
  name: string
  surname: string
  scope: AdminScope
  language: Language
}

/**
 * Creates an office account without a password; declarations of the sign-up form stay empty. The operator vouches for
 * the address. Undefined if the address is taken.
 */
export const insertOfficeAccount = async (
  tx: Tx,
  { email, name, surname, scope, language }: NewOfficeAccount,
  at: Date,
): Promise<string | undefined> => {
  const [user] = await tx
    .insert(userTable)
    .values({ name: `${name} ${surname}`, email, emailVerified: true, createdAt: at, updatedAt: at })
    .onConflictDoNothing()
    .returning({ id: userTable.id })
  if (!user) return undefined
  await tx.insert(profileTable).values({
    userId: user.id,
    usertype: 'admin',
    scope,
    validation: 'verified',
    name,
    surname,
    language,
    createdAt: at,
    address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
  })
  return user.id
}

/** SQL condition: somebody has set a password for the account. Requires a join of `user` and `profile`. */
const hasPassword = sql<boolean>`exists (select 1 from ${accountTable}
  where ${accountTable.userId} = ${userTable.id} and ${isNotNull(accountTable.password)})`

const isOffice = eq(profileTable.usertype, 'admin')

const selectAccounts = (tx: Tx, which: SQL | undefined) =>
  tx
    .select({
      userId: userTable.id,
      email: userTable.email,
      name: userTable.name,
      usertype: profileTable.usertype,
      scope: profileTable.scope,
      language: profileTable.language,
      hasPassword,
    })
    .from(userTable)
    .innerJoin(profileTable, eq(profileTable.userId, userTable.id))
    .where(which)
    .orderBy(userTable.email)

export type ListedOfficeAccount = Awaited<ReturnType<typeof selectAccounts>>[number]

export const listOfficeAccounts = (tx: Tx): Promise<ListedOfficeAccount[]> => selectAccounts(tx, isOffice)

/** The account with this address, whether or not it is an office. */
export const findAccountByEmail = async (tx: Tx, email: string): Promise<ListedOfficeAccount | undefined> => {
  const [row] = await selectAccounts(tx, eq(userTable.email, email))
  return row
}

/** The accounts of the national office; locked until the transaction ends, so the last two do not go at once. */
export const lockNationalOffices = (tx: Tx): Promise<ListedOfficeAccount[]> =>
  selectAccounts(tx, and(isOffice, eq(profileTable.scope, 'nto'))).for('update', { of: profileTable })
