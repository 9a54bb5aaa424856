import { Readable } from 'node:stream'
import { createFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { type ReportFailure, reportFailures, reportRetentionDays } from '@vigilux/contract/features/reports/report.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { StartupHook } from '../../kernel/background.ts'
import { type Fail, failWith, Refusal } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn } from '../../kernel/zoned.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import { storeFile } from '../files/index.ts'
import { createHeadStamper } from '../logbook/index.ts'
import { type BillContent, collectBill } from './collect/collect-bill.ts'
import { collectEnergy, type EnergyContent } from './collect/collect-energy.ts'
import { collectFloorPlan, type FloorPlanContent } from './collect/collect-floor-plan.ts'
import { collectHandover, type HandoverContent } from './collect/collect-handover.ts'
import { collectLogbook, type LogbookContent } from './collect/collect-logbook.ts'
import { collectPlantReport, type PlantReportContent } from './collect/collect-plant-report.ts'
import { collectTestReport, type TestReportContent } from './collect/collect-test-report.ts'
import { mailReport } from './mail/mail-reports.ts'
import { renderBill } from './render/render-bill.ts'
import { renderEnergy } from './render/render-energy.ts'
import { renderFloorPlan } from './render/render-floor-plan.ts'
import { renderHandover } from './render/render-handover.ts'
import { renderLogbook } from './render/render-logbook.ts'
import { withTimeStamp } from './render/render-pdf.ts'
import { renderPlantReport } from './render/render-plant-report.ts'
import { renderTestReport } from './render/render-test-report.ts'
import type { ReportKind } from './report-kinds.ts'
import { loadReportTexts, type ReportTexts } from './report-texts.ts'
import { findReport, type ReportMove, type ReportOf, type ReportRow, toReport, updateReport } from './reports.store.ts'

type Contents = {
  test: TestReportContent
  plant: PlantReportContent
  billOfMaterials: BillContent
  handover: HandoverContent
  logbook: LogbookContent
  energy: EnergyContent
  floorPlan: FloorPlanContent
}

type Document<Kind extends ReportKind> = {
  /** Reads the document's current data, or reports the loss of its subject. */
  collect: (tx: Tx, ports: Ports, report: ReportOf<Kind>, madeAt: Date) => Promise<Contents[Kind] | ReportFailure>
  /** Renders the PDF. */
  render: (
    content: Contents[Kind],
    language: Language,
    typesetter: Typesetter,
    signal: AbortSignal,
  ) => Promise<Uint8Array>
  /** The document's title; its file name derives from it. */
  title: (texts: ReportTexts) => string
  /** Sends the finished report, in the transaction of its ready state. */
  send?: (work: Work, report: ReportOf<Kind>, content: Contents[Kind], fileId: string) => Promise<void>
}

const documents: { readonly [Kind in ReportKind]: Document<Kind> } = {
  test: { collect: collectTestReport, render: renderTestReport, title: (texts) => texts.title },
  plant: {
    collect: collectPlantReport,
    render: renderPlantReport,
    title: ({ plantReport }) => plantReport.title,
    send: mailReport,
  },
  billOfMaterials: { collect: collectBill, render: renderBill, title: ({ bill }) => bill.title },
  handover: { collect: collectHandover, render: renderHandover, title: ({ handover }) => handover.title },
  logbook: { collect: collectLogbook, render: renderLogbook, title: ({ logbook }) => logbook.title },
  energy: { collect: collectEnergy, render: renderEnergy, title: ({ energy }) => energy.title },
  floorPlan: { collect: collectFloorPlan, render: renderFloorPlan, title: ({ floorPlan }) => floorPlan.title },
}

const fail: Fail<ReportFailure> = failWith()

const dayMs = 86_400_000

/** Failures with words for people; any other one is a defect and appears only in the log. */
const failureOf = (error: unknown): ReportRow['error'] =>
  (error instanceof Refusal && reportFailures.find((code) => code === error.code)) || null

/** Failures with a chance to be over in a minute, or defects: they are retried. */
const retryableErrors: readonly ReportRow['error'][] = ['STORAGE_UNAVAILABLE', 'FILE_STORAGE_FULL', null]

/** Renders PDFs one at a time, because a large one uses a core for seconds. */
export const reportWorker: StartupHook = async ({ ports, db, inTransaction, typesetter }) => {
  const { clock, files, settings } = ports
  const stampHead = createHeadStamper({ db, inTransaction, ports })
  const storeParts = { files, inTransaction, quotaMb: settings.filesQuotaMb }

  const moveReport = async (
    row: Pick<ReportRow, 'id' | 'plantId'>,
    change: Partial<ReportMove>,
    alsoDo: (work: Work) => Promise<void> = async () => undefined,
  ): Promise<void> => {
    await inTransaction(async (work) => {
      const movedReport = await updateReport(work.tx, row.id, change)
      if (movedReport)
        work.broadcast({ plant: row.plantId }, 'createReport', { plant_id: row.plantId, report: toReport(movedReport) })
      await alsoDo(work)
    })
  }

  type Owner = Pick<ReportRow, 'plantId' | 'requestedBy'>
  const savePdf = ({ plantId, requestedBy }: Owner, pdf: Uint8Array, name: string, signal: AbortSignal) => {
    const at = clock.now()
    const file = {
      plantId,
      ownerKind: 'report',
      name,
      types: ['application/pdf'],
      bytes: pdf.length,
      createdBy: requestedBy,
      at,
      expiresAt: new Date(at.getTime() + reportRetentionDays * dayMs),
    }
    return storeFile(storeParts, file, Readable.from([pdf]), signal)
  }

  const makeReport = async <Kind extends ReportKind>(row: ReportOf<Kind>, signal: AbortSignal): Promise<void> => {
    const { collect, render, title, send }: Document<Kind> = documents[row.kind]
    // Outside any transaction, because the authority stamps the logbook head here.
    const collected = await collect(db, ports, row, clock.now())
    if (typeof collected === 'string') return fail(collected)
    const content = await withTimeStamp(collected, stampHead)
    const pdf = await render(content, row.language, typesetter, signal)
    const { plantname, timezone } = content
    const day = dayIn(row.requestedAt, timezone)
    const name = createFileName({ title: title(await loadReportTexts(row.language)), plantname, day, type: 'pdf' })
    const { id: fileId } = await savePdf(row, pdf, name, signal)
    const readyState = { state: 'ready', bytes: pdf.length, fileId } as const
    await moveReport(row, readyState, async (work) => send?.(work, row, content, fileId))
  }

  await ports.jobs.work(
    'report.make',
    async ({ data, signal }) => {
      const row = await findReport(db, data.plantId, data.reportId)
      if (!row || row.state === 'ready') return
      await moveReport(row, { state: 'running', error: null })
      try {
        await makeReport(row, signal)
      } catch (error) {
        const failure = failureOf(error)
        await moveReport(row, { state: 'failed', error: failure })
        if (retryableErrors.includes(failure)) throw error
      }
    },
    { concurrency: 1 },
  )
}
