import type { ReportFailure } from '@vigilux/contract/features/reports/report.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
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
import { renderPlantReport } from './render/render-plant-report.ts'
import { renderTestReport } from './render/render-test-report.ts'
import type { ReportKind } from './report-kinds.ts'
import type { ReportTexts } from './report-texts.ts'
import type { ReportOf } from './reports.store.ts'

type Contents = {
  test: TestReportContent
  plant: PlantReportContent
  billOfMaterials: BillContent
  handover: HandoverContent
  logbook: LogbookContent
  energy: EnergyContent
  floorPlan: FloorPlanContent
}

export type Document<Kind extends ReportKind> = {
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

export const documents: { readonly [Kind in ReportKind]: Document<Kind> } = {
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
