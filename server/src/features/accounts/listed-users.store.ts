import type { ActionInput } from '@vigilux/contract/actions.ts'
import type { ListedUser, OfficeUser, ValidationState } from '@vigilux/contract/features/accounts/account.ts'
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { profileTable, userTable } from '../../tables/accounts.schema.ts'
import { toIdentityCheck } from './profiles.store.ts'
import { checkVatOf } from './vat-number.ts'

/** Filter of the list; accounts with an unconfirmed address are in no list. */
export type UserFilter = Pick<ActionInput<'getAllUsers'>, 'search' | 'usertype' | 'validation'>
type Span = { offset: number; limit: number }

const matchesFilter = ({ search, usertype, validation }: UserFilter): SQL | undefined => {
  const { name, email } = userTable
  const { businessname, piva } = profileTable
  return and(
    eq(userTable.emailVerified, true),
    usertype && eq(profileTable.usertype, usertype),
    validation && eq(profileTable.validation, validation),
    search ? or(...[name, email, businessname, piva].map((column) => contains(column, search))) : undefined,
  )
}

const selectUsers = (tx: Tx) =>
  tx
    .select({ profile: profileTable, email: userTable.email })
    .from(profileTable)
    .innerJoin(userTable, eq(userTable.id, profileTable.userId))

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

const toListed = ({ profile, email }: UserRow): ListedUser => ({
  userid: profile.userId,
  email,
  name: profile.name,
  surname: profile.surname,
  usertype: profile.usertype,
  validation: profile.validation,
  validation_reason: profile.validationReason,
  kind: profile.kind,
  identity: toIdentityCheck(profile),
  businessname: profile.businessname,
  piva: profile.piva,
  vatCheck: checkVatOf(profile),
  phone: profile.phone,
  city: profile.address.city,
  country: profile.address.country,
  created_at: profile.createdAt.toISOString(),
})

/** One account with all its data; undefined if there is none, or its address is unconfirmed. */
export const findUser = async (tx: Tx, userId: string): Promise<OfficeUser | undefined> => {
  const [row] = await selectUsers(tx).where(and(eq(profileTable.userId, userId), eq(userTable.emailVerified, true)))
  if (!row) return undefined
  const { language, address } = row.profile
  const { street, housenumber, prov, cap } = address
  return { ...toListed(row), street, housenumber, prov, cap, language }
}

/** Matching accounts, newest first; pending ones oldest first. */
export const listUsers = async (tx: Tx, filter: UserFilter, { offset, limit }: Span): Promise<ListedUser[]> => {
  const rows = await selectUsers(tx)
    .where(matchesFilter(filter))
    .orderBy(
      filter.validation === 'pending' ? asc(profileTable.createdAt) : desc(profileTable.createdAt),
      asc(profileTable.userId),
    )
    .offset(offset)
    .limit(limit)
  return rows.map(toListed)
}

/** Number of matching accounts by state. */
export const countUsers = async (tx: Tx, filter: UserFilter): Promise<Record<ValidationState, number>> => {
  const rows = await tx
    .select({ state: profileTable.validation, n: sql<number>`count(*)::int` })
    .from(profileTable)
    .innerJoin(userTable, eq(userTable.id, profileTable.userId))
    .where(matchesFilter(filter))
    .groupBy(profileTable.validation)
  return {
    verified: 0,
    pending: 0,
    refused: 0,
    suspended: 0,
    ...Object.fromEntries(rows.map(({ state, n }) => [state, n])),
  }
}
