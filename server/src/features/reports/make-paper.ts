import type { ReportPeriod } from '@vigilux/contract/features/reports/plant-report.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { InTransaction, Work } from '../../kernel/work.ts'
import type { Ports, ProductJobs } from '../../ports/ports.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import { createHeadStamper } from '../logbook/index.ts'
import { collectBill } from './collect/collect-bill.ts'
import { collectEnergy } from './collect/collect-energy.ts'
import { collectFloorPlan } from './collect/collect-floor-plan.ts'
import { collectHandover } from './collect/collect-handover.ts'
import { collectLogbook } from './collect/collect-logbook.ts'
import { collectPlantReport } from './collect/collect-plant-report.ts'
import { collectReport } from './collect/collect-report.ts'
import { mailReport } from './mail/mail-reports.ts'
import { type Proof, stamped } from './render/proof.ts'
import { renderBill } from './render/render-bill.ts'
import { renderEnergy } from './render/render-energy.ts'
import { renderFloorPlan } from './render/render-floor-plan.ts'
import { renderHandover } from './render/render-handover.ts'
import { renderLogbook } from './render/render-logbook.ts'
import { renderPlantReport } from './render/render-plant-report.ts'
import { renderReport } from './render/render-report.ts'
import { type Words, wordsOf } from './report-words.ts'
import type { ReportRow } from './reports.store.ts'

type Order = ProductJobs['report.make']

/** A PDF, its title in its language, the plant that it is of, and how it goes out where it goes by mail. */
export type Made = {
  pdf: Uint8Array
  title: string
  plantname: string
  timezone: string
  send?: (work: Work, fileId: string) => Promise<void>
}

type Content = { proof: Proof; plantname: string; timezone: string }
type Render<C> = (content: C, language: Language, typesetter: Typesetter, signal: AbortSignal) => Promise<Uint8Array>
/** How a paper is set, and what it is called. */
type Paper<C> = { render: Render<C>; title: (words: Words) => string }
type Parts = { db: Tx; inTransaction: InTransaction; ports: Ports; typesetter: Typesetter }

const papers = {
  bill: { render: renderBill, title: ({ bill }: Words) => bill.title },
  energy: { render: renderEnergy, title: ({ energy }: Words) => energy.title },
  floorPlan: { render: renderFloorPlan, title: ({ floorPlan }: Words) => floorPlan.title },
  handover: { render: renderHandover, title: ({ handover }: Words) => handover.title },
  logbook: { render: renderLogbook, title: ({ logbook }: Words) => logbook.title },
  plantReport: { render: renderPlantReport, title: ({ plantReport }: Words) => plantReport.title },
  test: { render: renderReport, title: (words: Words) => words.title },
}

/** Collects what a PDF is of, has the head that stands on it stamped, and sets it. No transaction is open while an authority is asked. */
export const createPaperMaker = ({ db, inTransaction, ports, typesetter }: Parts) => {
  const { clock } = ports
  const stampHead = createHeadStamper({ db, inTransaction, ports })

  /** Sets what was collected, with the stamp of its head. */
  const set = async <C extends Content>(
    collected: Promise<C>,
    { render, title }: Paper<C>,
    { language }: ReportRow,
    signal: AbortSignal,
  ): Promise<Made & { content: C }> => {
    const content = await stamped(await collected, stampHead)
    const pdf = await render(content, language, typesetter, signal)
    const { plantname, timezone } = content
    return { pdf, content, title: title(await wordsOf(language)), plantname, timezone }
  }

  const makePlantReport = async (
    row: ReportRow & { period: ReportPeriod },
    { devicesType = 'all', rows = { search: '' }, mailTo }: Order,
    signal: AbortSignal,
  ): Promise<Made> => {
    const content = collectPlantReport(db, ports, row, { devicesType, rows }, clock.now())
    const made = await set(content, papers.plantReport, row, signal)
    if (!mailTo) return made
    const mail = { plantId: row.plantId, userId: mailTo, content: made.content }
    return { ...made, send: (work, fileId) => mailReport(work, { ...mail, fileId }) }
  }

  const makeOther = (row: ReportRow, order: Order, signal: AbortSignal): Promise<Made> => {
    const { plantId } = row
    const { handoverId, logbook, energy, floorPlan, devicesType = 'all' } = order
    const now = clock.now()
    if (handoverId) return set(collectHandover(db, ports, plantId, handoverId, now), papers.handover, row, signal)
    if (logbook) return set(collectLogbook(db, ports, row, logbook, now), papers.logbook, row, signal)
    if (energy) return set(collectEnergy(db, ports, { plantId, asked: energy }, now), papers.energy, row, signal)
    if (floorPlan) return set(collectFloorPlan(db, ports, plantId, floorPlan, now), papers.floorPlan, row, signal)
    if (row.bill) return set(collectBill(db, ports, row, now), papers.bill, row, signal)
    return set(collectReport(db, ports, row, devicesType, now), papers.test, row, signal)
  }

  return async (row: ReportRow, order: Order, signal: AbortSignal): Promise<Made> => {
    const { period } = row
    return period === null ? makeOther(row, order, signal) : makePlantReport({ ...row, period }, order, signal)
  }
}
