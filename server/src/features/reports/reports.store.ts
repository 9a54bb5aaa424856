import type { Report } from '@vigilux/contract/features/reports/report.ts'
import { and, desc, eq, like, type SQL } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { type OrderOf, type ReportKind, reportOrder } from './report-kinds.ts'
import { reportTable } from './reports.schema.ts'

type StoredReport = typeof reportTable.$inferSelect

export type ReportOf<Kind extends ReportKind> = Omit<StoredReport, keyof OrderOf<Kind>> & OrderOf<Kind>
export type ReportRow = { [Kind in ReportKind]: ReportOf<Kind> }[ReportKind]

/** Changing fields of a report under way. */
export type ReportMove = Pick<ReportRow, 'state' | 'bytes' | 'fileId' | 'error'>

const toRow = (storedReport: StoredReport): ReportRow => ({ ...storedReport, ...reportOrder.parse(storedReport) })

export const toReport = (row: ReportRow): Report => ({
  id: row.id,
  testId: row.testId,
  period: row.kind === 'plant' ? row.request.period : null,
  language: row.language,
  state: row.state,
  error: row.error,
  bytes: row.bytes,
  requestedAt: row.requestedAt.toISOString(),
})

export const insertReport = async (tx: Tx, row: ReportRow): Promise<void> => {
  await tx.insert(reportTable).values(row)
}

const findWhere = async (tx: Tx, where: SQL | undefined): Promise<ReportRow | undefined> => {
  const [storedReport] = await tx.select().from(reportTable).where(where)
  return storedReport && toRow(storedReport)
}

export const findReport = (tx: Tx, plantId: string, id: string): Promise<ReportRow | undefined> =>
  findWhere(tx, and(eq(reportTable.plantId, plantId), eq(reportTable.id, id)))

/** The newest reports of a plant ordered under a name; `%` matches any end. */
export const listReportsBy = async (tx: Tx, plantId: string, name: string, limit: number): Promise<ReportRow[]> => {
  const rows = await tx
    .select()
    .from(reportTable)
    .where(and(eq(reportTable.plantId, plantId), like(reportTable.requestedBy, name)))
    .orderBy(desc(reportTable.requestedAt), desc(reportTable.id))
    .limit(limit)
  return rows.map(toRow)
}

/** The report in a file; undefined for other files. */
export const findReportOfFile = (tx: Tx, plantId: string, fileId: string): Promise<ReportRow | undefined> =>
  findWhere(tx, and(eq(reportTable.plantId, plantId), eq(reportTable.fileId, fileId)))

export const findReportOfMail = (tx: Tx, fileId: string): Promise<ReportRow | undefined> =>
  findWhere(tx, eq(reportTable.fileId, fileId))

export const updateReport = async (tx: Tx, id: string, change: Partial<ReportMove>): Promise<ReportRow | undefined> => {
  const [storedReport] = await tx.update(reportTable).set(change).where(eq(reportTable.id, id)).returning()
  return storedReport && toRow(storedReport)
}
