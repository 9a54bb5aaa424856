import type { Report } from '@vigilux/contract/features/reports/report.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { reportTable } from './reports.schema.ts'

export type ReportRow = typeof reportTable.$inferSelect

/** What changes while a report is made. */
export type ReportMove = Pick<ReportRow, 'state' | 'bytes' | 'fileId' | 'error'>

export const toReport = (row: ReportRow): Report => ({
  id: row.id,
  testId: row.testId,
  period: row.period,
  language: row.language,
  state: row.state,
  error: row.error,
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

/** The report that a file is, or undefined where it is none. */
export const findReportOfFile = async (tx: Tx, plantId: string, fileId: string): Promise<ReportRow | undefined> => {
  const [row] = await tx
    .select()
    .from(reportTable)
    .where(and(eq(reportTable.plantId, plantId), eq(reportTable.fileId, fileId)))
  return row
}

/** The report that goes with a mail, by its file. */
export const findReportOfMail = async (tx: Tx, fileId: string): Promise<ReportRow | undefined> => {
  const [row] = await tx.select().from(reportTable).where(eq(reportTable.fileId, fileId))
  return row
}

export const updateReport = async (tx: Tx, id: string, change: Partial<ReportMove>): Promise<ReportRow | undefined> => {
  const [row] = await tx.update(reportTable).set(change).where(eq(reportTable.id, id)).returning()
  return row
}
