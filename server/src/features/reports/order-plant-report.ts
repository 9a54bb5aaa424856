import { randomUUID } from 'node:crypto'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { ReportPeriod } from '@vigilux/contract/features/reports/plant-report.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports, ProductJobs } from '../../ports/ports.ts'
import { checkFileQuota } from '../files/index.ts'
import { findPlant } from '../plants/index.ts'
import { spanOf } from './read-plant-report.ts'
import { insertReport, type ReportRow } from './reports.store.ts'

type Ordered = {
  plantId: string
  period: ReportPeriod
  devicesType: DeviceList
  language: Language
  by: string
  job: Pick<ProductJobs['report.make'], 'rows' | 'mailTo'>
}

/** Has the PDF of a report over a plant made. Refuses with FILE_QUOTA_EXCEEDED where the plant has no room for it. */
export const orderPlantReport = async (
  { tx, ports }: { tx: Tx; ports: Ports },
  { plantId, period, devicesType, language, by, job }: Ordered,
): Promise<ReportRow> => {
  const now = ports.clock.now()
  const { timezone } = await findPlant(tx, plantId)
  const span = await spanOf(tx, { plantId, period, devicesType, timezone, now })
  await checkFileQuota(tx, plantId, 1, ports.settings.filesQuotaMb)
  const row: ReportRow = {
    ...{ id: randomUUID(), plantId, testId: span?.testId ?? null, period, bill: null, paper: null, withPrices: false },
    ...{ language, resultFilter: null, state: 'queued', bytes: null, fileId: null, error: null },
    ...{ requestedBy: by, requestedAt: now },
  }
  await insertReport(tx, row)
  await ports.jobs.enqueue(tx, 'report.make', { plantId, reportId: row.id, devicesType, ...job })
  return row
}
