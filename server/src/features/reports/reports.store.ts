import type { Report } from '@vigilux/contract/features/reports/report.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { reportTable } from './reports.schema.ts'

export type ReportRow = typeof reportTable.$inferSelect

export const toReport = (row: ReportRow): Report => ({
  id: row.id,
  testId: row.testId,
  language: row.language as Report['language'],
  state: row.state as Report['state'],
  url: row.state === 'ready' ? `/files/reports/${row.plantId}/${row.id}.pdf` : null,
  bytes: row.bytes,
  requestedAt: row.requestedAt.toISOString(),
})

export const insertReport = async (tx: Tx, row: ReportRow): Promise<void> => {
  await tx.insert(reportTable).values(row)
}

export const findReport = async (tx: Tx, plantId: string, id: string): Promise<ReportRow | undefined> => {
  const [row] = await tx
    .select()
    .from(reportTable)
    .where(and(eq(reportTable.plantId, plantId), eq(reportTable.id, id)))
  return row
}

export const updateReport = async (
  tx: Tx,
  id: string,
  change: Partial<Pick<ReportRow, 'state' | 'bytes'>>,
): Promise<ReportRow | undefined> => {
  const [row] = await tx.update(reportTable).set(change).where(eq(reportTable.id, id)).returning()
  return row
}
