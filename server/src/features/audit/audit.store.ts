import type { AuditEntry, SecurityEvent } from '@vigilux/contract/features/audit/audit.actions.ts'
import { and, desc, eq, ilike, type SQL, sql } from 'drizzle-orm'
import { auditTable } from '../../kernel/audit.schema.ts'
import { containing } from '../../kernel/containing.ts'
import { securityEventTable } from '../../kernel/security-log.schema.ts'
import type { Tx } from '../../kernel/transaction.ts'

export type AuditFilter = { plantId: string; ofAction?: string | undefined; search: string }

const whereOf = ({ plantId, ofAction, search }: AuditFilter): SQL | undefined =>
  and(
    eq(auditTable.plantId, plantId),
    ofAction ? eq(auditTable.action, ofAction) : undefined,
    search.trim() === '' ? undefined : ilike(auditTable.userName, containing(search.trim())),
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

export const listSecurityEvents = async (tx: Tx, span: { offset: number; limit: number }): Promise<SecurityEvent[]> => {
  const rows = await tx
    .select()
    .from(securityEventTable)
    .orderBy(desc(securityEventTable.at), desc(securityEventTable.count), securityEventTable.id)
    .offset(span.offset)
    .limit(span.limit)
  return rows.map((row) => ({
    at: row.at.toISOString(),
    kind: row.kind,
    userid: row.userId === '' ? null : row.userId,
    address: row.address,
    action: row.action,
    plant_id: row.plantId,
    count: row.count,
  }))
}

export const countSecurityEvents = async (tx: Tx): Promise<number> => {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(securityEventTable)
  return row?.n ?? 0
}
