import { Readable } from 'node:stream'
import { madeFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { reportFailures, reportKeptDays } from '@vigilux/contract/features/reports/report.ts'
import type { AtStart } from '../../kernel/background.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { keepFile } from '../files/index.ts'
import { createPaperMaker, type Made } from './make-paper.ts'
import { findReport, type ReportMove, type ReportRow, toReport, updateReport } from './reports.store.ts'

const dayMs = 86_400_000

/** The failure that people are shown in words; any other is a defect and stands in the log alone. */
const failureOf = (error: unknown): ReportRow['error'] =>
  (error instanceof Refusal && reportFailures.find((code) => code === error.code)) || null

/** What may be well in a minute, or is a defect: it is tried again. */
const passing: readonly ReportRow['error'][] = ['STORAGE_UNAVAILABLE', 'FILE_STORAGE_FULL', null]

/** Makes PDFs one at a time: a large one takes seconds of a core, and nobody else should wait for it. */
export const makeReports: AtStart = async ({ ports, db, inTransaction, typesetter }) => {
  const { clock, files, settings } = ports
  const keeping = { files, inTransaction, quotaMb: settings.filesQuotaMb }

  const move = async (
    row: ReportRow,
    change: Partial<ReportMove>,
    also: (work: Work) => Promise<void> = async () => undefined,
  ): Promise<void> => {
    await inTransaction(async (work) => {
      const moved = await updateReport(work.tx, row.id, change)
      if (moved)
        work.broadcast({ plant: row.plantId }, 'createReport', { plant_id: row.plantId, report: toReport(moved) })
      await also(work)
    })
  }

  const make = createPaperMaker({ db, inTransaction, ports, typesetter })

  const keepPdf = (row: ReportRow, { pdf, title, plantname, timezone }: Made, signal: AbortSignal) => {
    const at = clock.now()
    const file = {
      plantId: row.plantId,
      ownerKind: 'report',
      name: madeFileName({ title, plantname, day: dayIn(row.requestedAt, timezone), type: 'pdf' }),
      types: ['application/pdf'],
      bytes: pdf.length,
      createdBy: row.requestedBy,
      at,
      expiresAt: new Date(at.getTime() + reportKeptDays * dayMs),
    }
    return keepFile(keeping, file, Readable.from([pdf]), signal)
  }

  await ports.jobs.work(
    'report.make',
    async ({ data, signal }) => {
      const row = await findReport(db, data.plantId, data.reportId)
      if (!row || row.state === 'ready') return
      await move(row, { state: 'running', error: null })
      try {
        const made = await make(row, data, signal)
        const { id: fileId } = await keepPdf(row, made, signal)
        const ready = { state: 'ready', bytes: made.pdf.length, fileId } as const
        await move(row, ready, (work) => made.send?.(work, fileId) ?? Promise.resolve())
      } catch (error) {
        const failure = failureOf(error)
        await move(row, { state: 'failed', error: failure })
        if (passing.includes(failure)) throw error
      }
    },
    { concurrency: 1 },
  )
}
