import type { AuditEntry } from '@vigilux/contract/features/audit/audit.actions.ts'
import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { auditTable } from '../../kernel/audit.schema.ts'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findSearchBound } from './search-bound.store.ts'

export type AuditFilter = { plantId: string; ofAction?: string | undefined; search: string; notSince?: Date | null }

const matchesTarget = (search: string): SQL =>
  sql`exists (select 1 from jsonb_array_elements(${auditTable.things}) as thing where ${contains(sql`(thing ->> 'name')`, search.trim())})`

const whereOf = ({ plantId, ofAction, search, notSince }: AuditFilter): SQL | undefined =>
  and(
    eq(auditTable.plantId, plantId),
    notSince ? gt(auditTable.at, notSince) : undefined,
    ofAction ? eq(auditTable.action, ofAction) : undefined,
    search.trim() === '' ? undefined : or(contains(auditTable.userName, search.trim()), matchesTarget(search)),
  )

/**
 * A text search has no index: its cost is bounded by the number of entries read per plant. Without a text nothing is
 * left out.
 */
export const findAuditSearchBound = async (tx: Tx, { plantId, search }: AuditFilter, maxRows: number) =>
  search.trim() === ''
    ? null
    : findSearchBound(tx, { table: auditTable, at: auditTable.at, where: eq(auditTable.plantId, plantId) }, maxRows)

const toEntry = (row: typeof auditTable.$inferSelect): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  userid: row.userId,
  name: row.userName,
  token: row.tokenId === null ? null : { id: row.tokenId, name: row.tokenName ?? '' },
  action: row.action,
  result: row.result,
  requestId: row.requestId,
  things: row.things ?? [],
  moreThings: row.moreThings,
  changes: row.changes ?? [],
})

export const listAudit = async (
  tx: Tx,
  filter: AuditFilter,
  span: { offset: number; limit: number },
): Promise<AuditEntry[]> => {
  const rows = await tx
    .select()
    .from(auditTable)
    .where(whereOf(filter))
    .orderBy(desc(auditTable.at), desc(auditTable.id))
    .offset(span.offset)
    .limit(span.limit)
  return rows.map(toEntry)
}

type Account = { userId: string; email: string }

/** Lines of an account: by the signed-in person, or by the address without a session. */
const linesOf = ({ userId, email }: Account): [SQL | undefined, SQL | undefined] => [
  and(isNull(auditTable.plantId), eq(auditTable.userId, userId)),
  and(isNull(auditTable.plantId), isNull(auditTable.userId), eq(auditTable.userName, email)),
]

/** Audit of an account, newest first; two indexed queries, because an "or" over both would scan them whole. */
export const listAccountAudit = async (
  tx: Tx,
  account: Account,
  { offset, limit }: { offset: number; limit: number },
): Promise<AuditEntry[]> => {
  const [bySession, byAddress] = linesOf(account).map((lines) =>
    tx
      .select()
      .from(auditTable)
      .where(lines)
      .orderBy(desc(auditTable.at), desc(auditTable.id))
      .limit(offset + limit),
  )
  if (!bySession || !byAddress) return []
  const rows = await unionAll(bySession, byAddress).orderBy(desc(sql`at`), desc(sql`id`)).offset(offset).limit(limit)
  return rows.map(toEntry)
}

export const countAccountAudit = async (tx: Tx, account: Account): Promise<number> => {
  const [bySession, byAddress] = linesOf(account)
  const { rows } = await tx.execute<{ n: number }>(sql`
    select ((select count(*) from ${auditTable} where ${bySession})
      + (select count(*) from ${auditTable} where ${byAddress}))::int as n`)
  return rows[0]?.n ?? 0
}

export const countAudit = async (tx: Tx, filter: AuditFilter): Promise<number> => {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(auditTable).where(whereOf(filter))
  return row?.n ?? 0
}
