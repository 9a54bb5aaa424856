import type { ReportPeriod } from '@vigilux/contract/features/reports/plant-report.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { InTransaction, Tx } from '../../kernel/transaction.ts'
import type { Ports, ProductJobs } from '../../ports/ports.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import { createHeadStamper } from '../logbook/index.ts'
import { collectBill } from './collect-bill.ts'
import { collectEnergy } from './collect-energy.ts'
import { collectFloorPlan } from './collect-floor-plan.ts'
import { collectHandover } from './collect-handover.ts'
import { collectLogbook } from './collect-logbook.ts'
import { collectPlantReport } from './collect-plant-report.ts'
import { collectReport } from './collect-report.ts'
import { mailReport } from './mail-reports.ts'
import { type Proof, stamped } from './proof.ts'
import { renderBill } from './render-bill.ts'
import { renderEnergy } from './render-energy.ts'
import { renderFloorPlan } from './render-floor-plan.ts'
import { renderHandover } from './render-handover.ts'
import { renderLogbook } from './render-logbook.ts'
import { renderPlantReport } from './render-plant-report.ts'
import { renderReport } from './render-report.ts'
import type { ReportRow } from './reports.store.ts'

type Order = ProductJobs['report.make']

/** A PDF, and how it goes out where it goes by mail. */
type Made = { pdf: Uint8Array; send?: (tx: Tx, fileId: string) => Promise<void> }

type Rest = [language: Language, typesetter: Typesetter, signal: AbortSignal]
type Parts = { db: Tx; inTransaction: InTransaction; ports: Ports; typesetter: Typesetter }

/** Collects what a PDF is of, has the head that stands on it stamped, and sets it. No transaction is open while an authority is asked. */
export const createPaperMaker = ({ db, inTransaction, ports, typesetter }: Parts) => {
  const { clock } = ports
  const stampHead = createHeadStamper({ db, inTransaction, ports })

  /** Sets what was collected, with the stamp of its head. */
  const set = async <Content extends { proof: Proof }>(
    content: Promise<Content>,
    render: (content: Content, ...rest: Rest) => Promise<Uint8Array>,
    ...[language, signal]: [Language, AbortSignal]
  ): Promise<Uint8Array> => render(await stamped(await content, stampHead), language, typesetter, signal)

  const makePlantReport = async (
    row: ReportRow & { period: ReportPeriod },
    { devicesType = 'all', rows = { search: '' }, mailTo }: Order,
    signal: AbortSignal,
  ): Promise<Made> => {
    const content = await stamped(
      await collectPlantReport(db, ports, row, { devicesType, rows }, clock.now()),
      stampHead,
    )
    const pdf = await renderPlantReport(content, row.language, typesetter, signal)
    if (!mailTo) return { pdf }
    const mail = { plantId: row.plantId, userId: mailTo, content }
    return { pdf, send: (tx, fileId) => mailReport({ tx, ports }, { ...mail, fileId }) }
  }

  const makeOther = (row: ReportRow, order: Order, signal: AbortSignal): Promise<Uint8Array> => {
    const { plantId, language } = row
    const { handoverId, logbook, energy, floorPlan, devicesType = 'all' } = order
    const now = clock.now()
    if (handoverId) return set(collectHandover(db, ports, plantId, handoverId, now), renderHandover, language, signal)
    if (logbook) return set(collectLogbook(db, ports, row, logbook, now), renderLogbook, language, signal)
    if (energy) return set(collectEnergy(db, ports, { plantId, asked: energy }, now), renderEnergy, language, signal)
    if (floorPlan) return set(collectFloorPlan(db, ports, plantId, floorPlan, now), renderFloorPlan, language, signal)
    if (row.bill) return set(collectBill(db, ports, row, now), renderBill, language, signal)
    return set(collectReport(db, ports, row, devicesType, now), renderReport, language, signal)
  }

  return async (row: ReportRow, order: Order, signal: AbortSignal): Promise<Made> => {
    const { period } = row
    return period === null
      ? { pdf: await makeOther(row, order, signal) }
      : makePlantReport({ ...row, period }, order, signal)
  }
}
