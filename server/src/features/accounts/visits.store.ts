import { type Visits, visitsAfterLook } from '@vigilux/contract/features/accounts/visit.rules.ts'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { profileTable } from '../../tables/accounts.schema.ts'

const times = { seenAt: profileTable.seenAt, previousAt: profileTable.previousVisitAt }

export const findVisits = async (tx: Tx, userId: string): Promise<Visits> => {
  const [row] = await tx.select(times).from(profileTable).where(eq(profileTable.userId, userId))
  return row ?? { seenAt: null, previousAt: null }
}

/** Records that a person looks at the home. */
export const recordLook = async (tx: Tx, userId: string, now: Date): Promise<void> => {
  const [row] = await tx.select(times).from(profileTable).where(eq(profileTable.userId, userId)).for('update')
  if (!row || (row.seenAt && row.seenAt >= now)) return
  const { seenAt, previousAt: previousVisitAt } = visitsAfterLook(row, now)
  await tx.update(profileTable).set({ seenAt, previousVisitAt }).where(eq(profileTable.userId, userId))
}
