import { Readable } from 'node:stream'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { ReportPeriod } from '@vigilux/contract/features/reports/plant-report.ts'
import { reportFailures, reportKeptDays } from '@vigilux/contract/features/reports/report.ts'
import { announcedBy } from '../../kernel/announce.ts'
import { type StartBackground, stopsWithJobs } from '../../kernel/background.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { ProductJobs, ReportEntries } from '../../ports/ports.ts'
import { keepFile } from '../files/index.ts'
import { collectBill } from './collect-bill.ts'
import { collectHandover } from './collect-handover.ts'
import { collectLogbook } from './collect-logbook.ts'
import { collectPlantReport } from './collect-plant-report.ts'
import { collectReport } from './collect-report.ts'
import { mailReport } from './mail-reports.ts'
import { renderBill } from './render-bill.ts'
import { renderHandover } from './render-handover.ts'
import { renderLogbook } from './render-logbook.ts'
import { renderPlantReport } from './render-plant-report.ts'
import { renderReport } from './render-report.ts'
import { findReport, type ReportMove, type ReportRow, toReport, updateReport } from './reports.store.ts'

type Order = ProductJobs['report.make']

/** A PDF, and how it goes out where it goes by mail. */
type Made = { pdf: Uint8Array; send?: (tx: Tx, fileId: string) => Promise<void> }

const dayMs = 86_400_000

/** The failure that people are shown in words; any other is a defect and stands in the log alone. */
const failureOf = (error: unknown): ReportRow['error'] =>
  (error instanceof Refusal && reportFailures.find((code) => code === error.code)) || null

/** What a PDF is of, for its name. */
const subjectOf = ({ paper, bill, period }: ReportRow): string => {
  if (paper) return paper
  if (bill) return 'bill-of-materials'
  return period ? 'plant-report' : 'test-report'
}

/** Makes PDFs one at a time: a large one takes seconds of a core, and nobody else should wait for it. */
export const startReportMaker: StartBackground = async ({ ports, db, inTransaction, deliver, typesetter }) => {
  const { clock, files, settings } = ports
  const keeping = { files, inTransaction, quotaMb: settings.filesQuotaMb }

  const move = async (
    row: ReportRow,
    change: Partial<ReportMove>,
    also: (tx: Tx) => Promise<void> = async () => undefined,
  ): Promise<void> => {
    const told = await announcedBy(inTransaction, async (tx, announce) => {
      const moved = await updateReport(tx, row.id, change)
      if (moved) announce({ plant: row.plantId }, 'createReport', { plant_id: row.plantId, report: toReport(moved) })
      await also(tx)
    })
    deliver(told)
  }

  const makeTestReport = async (row: ReportRow, devicesType: DeviceList, signal: AbortSignal) =>
    renderReport(await collectReport(db, ports, row, devicesType, clock.now()), row.language, typesetter, signal)

  const makeBill = async (row: ReportRow, signal: AbortSignal) =>
    renderBill(await collectBill(db, ports, row, clock.now()), row.language, typesetter, signal)

  const makePlantReport = async (
    row: ReportRow & { period: ReportPeriod },
    { devicesType = 'all', rows = { search: '' }, mailTo }: Order,
    signal: AbortSignal,
  ): Promise<Made> => {
    const content = await collectPlantReport(db, ports, row, { devicesType, rows }, clock.now())
    const pdf = await renderPlantReport(content, row.language, typesetter, signal)
    if (!mailTo) return { pdf }
    const mail = { plantId: row.plantId, userId: mailTo, content }
    return { pdf, send: (tx, fileId) => mailReport({ tx, ports }, { ...mail, fileId }) }
  }

  const makeHandover = async (row: ReportRow, handoverId: string, signal: AbortSignal) =>
    renderHandover(
      await collectHandover(db, ports, row.plantId, handoverId, clock.now()),
      row.language,
      typesetter,
      signal,
    )

  const makeLogbook = async (row: ReportRow, asked: ReportEntries, signal: AbortSignal) =>
    renderLogbook(await collectLogbook(db, ports, row, asked, clock.now()), row.language, typesetter, signal)

  const make = async (row: ReportRow, order: Order, signal: AbortSignal): Promise<Made> => {
    if (order.handoverId) return { pdf: await makeHandover(row, order.handoverId, signal) }
    if (order.logbook) return { pdf: await makeLogbook(row, order.logbook, signal) }
    const { period } = row
    if (period !== null) return makePlantReport({ ...row, period }, order, signal)
    return {
      pdf: row.bill ? await makeBill(row, signal) : await makeTestReport(row, order.devicesType ?? 'all', signal),
    }
  }

  const keepPdf = (row: ReportRow, pdf: Uint8Array, signal: AbortSignal) => {
    const at = clock.now()
    const file = {
      plantId: row.plantId,
      ownerKind: 'report',
      name: `vigilux-${subjectOf(row)}-${row.requestedAt.toISOString().slice(0, 10)}.pdf`,
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
        const { pdf, send } = await make(row, data, signal)
        const { id: fileId } = await keepPdf(row, pdf, signal)
        await move(row, { state: 'ready', bytes: pdf.length, fileId }, (tx) => send?.(tx, fileId) ?? Promise.resolve())
      } catch (error) {
        await move(row, { state: 'failed', error: failureOf(error) })
        throw error
      }
    },
    { concurrency: 1 },
  )
  return stopsWithJobs
}
