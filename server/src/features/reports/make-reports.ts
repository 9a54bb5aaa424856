import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { type Announcement, collectAnnouncements } from '../../kernel/announce.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Files } from '../../ports/files.ts'
import type { Jobs } from '../../ports/jobs.ts'
import type { ProductJobs } from '../../ports/ports.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import { collectReport } from './collect-report.ts'
import { renderReport } from './render-report.ts'
import { findReport, type ReportRow, toReport, updateReport } from './reports.store.ts'

export type ReportMakerParts = {
  jobs: Jobs<ProductJobs>
  db: Tx
  files: Files
  clock: Clock
  typesetter: Typesetter
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  deliver(announcements: Announcement[]): void
}

const largestReportBytes = 100_000_000

/** Makes PDFs one at a time: a large one takes seconds of a core, and nobody else should wait for it. */
export const startReportMaker = async (parts: ReportMakerParts): Promise<void> => {
  const move = async (row: ReportRow, change: Partial<Pick<ReportRow, 'state' | 'bytes'>>): Promise<void> => {
    const { announce, collected } = collectAnnouncements()
    await parts.inTransaction(async (tx) => {
      collected.length = 0
      const moved = await updateReport(tx, row.id, change)
      if (moved) announce({ plant: row.plantId }, 'createReport', { plant_id: row.plantId, report: toReport(moved) })
    })
    parts.deliver(collected)
  }

  await parts.jobs.work(
    'report.make',
    async ({ data, signal }) => {
      const row = await findReport(parts.db, data.plantId, data.reportId)
      if (!row || row.state === 'ready') return
      await move(row, { state: 'running' })
      try {
        const content = await collectReport(parts.db, row, parts.clock.now())
        const pdf = await renderReport(content, row.language as Language, parts.typesetter, signal)
        await parts.files.put(row.id, Readable.from([pdf]), { limitBytes: largestReportBytes, signal })
        await move(row, { state: 'ready', bytes: pdf.length })
      } catch (error) {
        await move(row, { state: 'failed' })
        throw error
      }
    },
    { concurrency: 1 },
  )
}

/** The finished PDF of a plant's report, under a name that says what it is. */
export const findReportFile = async (tx: Tx, files: Files, plantId: string, name: string) => {
  const row = await findReport(tx, plantId, name.replace(/\.pdf$/, ''))
  if (row?.state !== 'ready') return null
  const stream = await files.get(row.id)
  if (!stream) return null
  return {
    bytes: await buffer(stream),
    type: 'application/pdf',
    fileName: `vigilux-test-report-${row.requestedAt.toISOString().slice(0, 10)}.pdf`,
  }
}
