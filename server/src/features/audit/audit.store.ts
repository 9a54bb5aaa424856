import type { AuditEntry } from '@vigilux/contract/features/audit/audit.actions.ts'
import { and, desc, eq, ilike, type SQL, sql } from 'drizzle-orm'
import { auditTable } from '../../kernel/audit.schema.ts'
import type { Tx } from '../../kernel/transaction.ts'

export type AuditFilter = { plantId: string; ofAction?: string | undefined; search: string }

const whereOf = ({ plantId, ofAction, search }: AuditFilter): SQL | undefined =>
  and(
    eq(auditTable.plantId, plantId),
    ofAction ? eq(auditTable.action, ofAction) : undefined,
    search.trim() === '' ? undefined : ilike(auditTable.userName, `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`),
  )

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
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    userid: row.userId,
    name: row.userName,
    action: row.action,
    result: row.result,
    requestId: row.requestId,
  }))
}

export const countAudit = async (tx: Tx, filter: AuditFilter): Promise<number> => {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(auditTable).where(whereOf(filter))
  return row?.n ?? 0
}
