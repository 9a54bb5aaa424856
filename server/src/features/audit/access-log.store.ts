import type { OfficeVisit } from '@vigilux/contract/features/audit/audit.actions.ts'
import type { AdminScope } from '@vigilux/contract/kernel/permissions.ts'
import { and, count, desc, eq, type SQL } from 'drizzle-orm'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { visitTable } from '../../kernel/visits.schema.ts'

type VisitFilter = { plantId: string; scope?: AdminScope | undefined; search: string }

const whereOf = ({ plantId, scope, search }: VisitFilter): SQL | undefined =>
  and(
    eq(visitTable.plantId, plantId),
    scope ? eq(visitTable.scope, scope) : undefined,
    search.trim() === '' ? undefined : contains(visitTable.userName, search.trim()),
  )

/** One page of the office's visits to a plant, newest first. */
export const listVisits = async (
  tx: Tx,
  filter: VisitFilter,
  span: { offset: number; limit: number },
): Promise<OfficeVisit[]> => {
  const rows = await tx
    .select()
    .from(visitTable)
    .where(whereOf(filter))
    .orderBy(desc(visitTable.at), desc(visitTable.userId))
    .offset(span.offset)
    .limit(span.limit)
  return rows.map(({ at, userId, userName, scope }) => ({
    at: at.toISOString(),
    userid: userId,
    name: userName,
    scope,
  }))
}

export const countVisits = async (tx: Tx, filter: VisitFilter): Promise<number> => {
  const [row] = await tx.select({ n: count() }).from(visitTable).where(whereOf(filter))
  return row?.n ?? 0
}
