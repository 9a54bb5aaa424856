import { Readable } from 'node:stream'
import { reportFailures, reportKeptDays } from '@vigilux/contract/features/reports/report.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { type Announcement, collectAnnouncements } from '../../kernel/announce.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Jobs } from '../../ports/jobs.ts'
import type { ProductJobs } from '../../ports/ports.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import { type FileKeeperParts, keepFile } from '../files/index.ts'
import { collectReport } from './collect-report.ts'
import { renderReport } from './render-report.ts'
import { findReport, type ReportMove, type ReportRow, toReport, updateReport } from './reports.store.ts'

export type ReportMakerParts = FileKeeperParts & {
  jobs: Jobs<ProductJobs>
  db: Tx
  clock: Clock
  typesetter: Typesetter
  deliver(announcements: Announcement[]): void
}

const dayMs = 86_400_000

/** The failure that people are shown in words; any other is a defect and stands in the log alone. */
const failureOf = (error: unknown): ReportRow['error'] =>
  error instanceof Refusal && (reportFailures as readonly string[]).includes(error.code) ? error.code : null

/** Makes PDFs one at a time: a large one takes seconds of a core, and nobody else should wait for it. */
export const startReportMaker = async (parts: ReportMakerParts): Promise<void> => {
  const move = async (row: ReportRow, change: Partial<ReportMove>): Promise<void> => {
    const { announce, collected } = collectAnnouncements()
    await parts.inTransaction(async (tx) => {
      collected.length = 0
      const moved = await updateReport(tx, row.id, change)
      if (moved) announce({ plant: row.plantId }, 'createReport', { plant_id: row.plantId, report: toReport(moved) })
    })
    parts.deliver(collected)
  }

  const keepPdf = (row: ReportRow, pdf: Uint8Array, signal: AbortSignal) => {
    const at = parts.clock.now()
    const file = {
      plantId: row.plantId,
      ownerKind: 'report',
      name: `vigilux-test-report-${row.requestedAt.toISOString().slice(0, 10)}.pdf`,
      types: ['application/pdf'],
      bytes: pdf.length,
      createdBy: row.requestedBy,
      at,
      expiresAt: new Date(at.getTime() + reportKeptDays * dayMs),
    }
    return keepFile(parts, file, Readable.from([pdf]), signal)
  }

  await parts.jobs.work(
    'report.make',
    async ({ data, signal }) => {
      const row = await findReport(parts.db, data.plantId, data.reportId)
      if (!row || row.state === 'ready') return
      await move(row, { state: 'running', error: null })
      try {
        const content = await collectReport(parts.db, row, parts.clock.now())
        const pdf = await renderReport(content, row.language as Language, parts.typesetter, signal)
        const { id: fileId } = await keepPdf(row, pdf, signal)
        await move(row, { state: 'ready', bytes: pdf.length, fileId })
      } catch (error) {
        await move(row, { state: 'failed', error: failureOf(error) })
        throw error
      }
    },
    { concurrency: 1 },
  )
}
