import type { OfficeVisit } from '@vigilux/contract/features/audit/audit.actions.ts'
import type { AdminScope } from '@vigilux/contract/kernel/permissions.ts'
import { and, count, desc, eq, type SQL } from 'drizzle-orm'
import { officeVisitTable } from '../../kernel/office-visits.schema.ts'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'

type VisitFilter = { plantId: string; scope?: AdminScope | undefined; search: string }

const whereOf = ({ plantId, scope, search }: VisitFilter): SQL | undefined =>
  and(
    eq(officeVisitTable.plantId, plantId),
    scope ? eq(officeVisitTable.scope, scope) : undefined,
    search.trim() === '' ? undefined : contains(officeVisitTable.userName, search.trim()),
  )

/** One page of the office's visits to a plant, newest first. */
export const listVisits = async (
  tx: Tx,
  filter: VisitFilter,
  span: { offset: number; limit: number },
): Promise<OfficeVisit[]> => {
  const rows = await tx
    .select()
    .from(officeVisitTable)
    .where(whereOf(filter))
    .orderBy(desc(officeVisitTable.at), desc(officeVisitTable.userId))
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
  const [row] = await tx.select({ n: count() }).from(officeVisitTable).where(whereOf(filter))
  return row?.n ?? 0
}
