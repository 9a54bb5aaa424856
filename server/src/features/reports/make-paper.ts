import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { ReportPeriod } from '@vigilux/contract/features/reports/plant-report.ts'
import type { InTransaction, Tx } from '../../kernel/transaction.ts'
import type { Ports, ProductJobs, ReportEntries } from '../../ports/ports.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import { createHeadStamper } from '../logbook/index.ts'
import { collectBill } from './collect-bill.ts'
import { collectHandover } from './collect-handover.ts'
import { collectLogbook } from './collect-logbook.ts'
import { collectPlantReport } from './collect-plant-report.ts'
import { collectReport } from './collect-report.ts'
import { mailReport } from './mail-reports.ts'
import { stamped } from './proof.ts'
import { renderBill } from './render-bill.ts'
import { renderHandover } from './render-handover.ts'
import { renderLogbook } from './render-logbook.ts'
import { renderPlantReport } from './render-plant-report.ts'
import { renderReport } from './render-report.ts'
import type { ReportRow } from './reports.store.ts'

type Order = ProductJobs['report.make']

/** A PDF, and how it goes out where it goes by mail. */
type Made = { pdf: Uint8Array; send?: (tx: Tx, fileId: string) => Promise<void> }

type Parts = { db: Tx; inTransaction: InTransaction; ports: Ports; typesetter: Typesetter }

/** Collects what a PDF is of, has the head that stands on it stamped, and sets it. No transaction is open while an authority is asked. */
export const createPaperMaker = ({ db, inTransaction, ports, typesetter }: Parts) => {
  const { clock } = ports
  const stampHead = createHeadStamper({ db, inTransaction, ports })

  const makeTestReport = async (row: ReportRow, devicesType: DeviceList, signal: AbortSignal) =>
    renderReport(
      await stamped(await collectReport(db, ports, row, devicesType, clock.now()), stampHead),
      row.language,
      typesetter,
      signal,
    )

  const makeBill = async (row: ReportRow, signal: AbortSignal) =>
    renderBill(
      await stamped(await collectBill(db, ports, row, clock.now()), stampHead),
      row.language,
      typesetter,
      signal,
    )

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

  const makeHandover = async (row: ReportRow, handoverId: string, signal: AbortSignal) =>
    renderHandover(
      await stamped(await collectHandover(db, ports, row.plantId, handoverId, clock.now()), stampHead),
      row.language,
      typesetter,
      signal,
    )

  const makeLogbook = async (row: ReportRow, asked: ReportEntries, signal: AbortSignal) =>
    renderLogbook(
      await stamped(await collectLogbook(db, ports, row, asked, clock.now()), stampHead),
      row.language,
      typesetter,
      signal,
    )

  return async (row: ReportRow, order: Order, signal: AbortSignal): Promise<Made> => {
    if (order.handoverId) return { pdf: await makeHandover(row, order.handoverId, signal) }
    if (order.logbook) return { pdf: await makeLogbook(row, order.logbook, signal) }
    const { period } = row
    if (period !== null) return makePlantReport({ ...row, period }, order, signal)
    return {
      pdf: row.bill ? await makeBill(row, signal) : await makeTestReport(row, order.devicesType ?? 'all', signal),
    }
  }
}
