import type { OwnData } from '@vigilux/contract/features/accounts/own-account.ts'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { profileTable } from '../../tables/accounts.schema.ts'
import { findUserInfos, toIdentityCheck } from './profiles.store.ts'

/** The stored data of a person, for the export of their own data. */
export const findOwnProfile = async (tx: Tx, userId: string): Promise<OwnData['profile'] | undefined> => {
  const userInfos = await findUserInfos(tx, userId, { email: '', phone: null }, async () => [])
  const { createdAt, ageDeclaredAt, termsAcceptedAt, nameDeclaredAt, seenAt, previousVisitAt } = profileTable
  const { identityMethod, identityCheckedOn } = profileTable
  const times = { createdAt, ageDeclaredAt, termsAcceptedAt, nameDeclaredAt, seenAt, previousVisitAt }
  const [row] = await tx
    .select({ ...times, identityMethod, identityCheckedOn })
    .from(profileTable)
    .where(eq(profileTable.userId, userId))
  if (!userInfos || !row) return undefined
  const { support: _support, recentPlants: _recentPlants, version: _version, ...profile } = userInfos
  return {
    ...profile,
    created_at: row.createdAt.toISOString(),
    age_declared_at: row.ageDeclaredAt?.toISOString() ?? null,
    terms_accepted_at: row.termsAcceptedAt?.toISOString() ?? null,
    name_declared_at: row.nameDeclaredAt?.toISOString() ?? null,
    seen_at: row.seenAt?.toISOString() ?? null,
    previous_visit_at: row.previousVisitAt?.toISOString() ?? null,
    identity: toIdentityCheck(row),
  }
}
