import { randomUUID } from 'node:crypto'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { ReportPeriod } from '@vigilux/contract/features/reports/plant-report.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Work } from '../../kernel/work.ts'
import type { ProductJobs } from '../../ports/ports.ts'
import { checkFileQuota } from '../files/index.ts'
import { findPlant } from '../plants/index.ts'
import { spanOf } from './collect/read-plant-report.ts'
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
  work: Work,
  { plantId, period, devicesType, language, by, job }: Ordered,
): Promise<ReportRow> => {
  const now = work.now
  const { timezone } = await findPlant(work.tx, plantId)
  const span = await spanOf(work.tx, { plantId, period, devicesType, timezone, now })
  await checkFileQuota(work.tx, plantId, 1, work.ports.settings.filesQuotaMb)
  const row: ReportRow = {
    id: randomUUID(),
    plantId,
    testId: span?.testId ?? null,
    period,
    bill: null,
    paper: null,
    withPrices: false,
    language,
    resultFilter: null,
    state: 'queued',
    bytes: null,
    fileId: null,
    error: null,
    requestedBy: by,
    requestedAt: now,
  }
  await insertReport(work.tx, row)
  await work.ports.jobs.enqueue(work.tx, 'report.make', { plantId, reportId: row.id, devicesType, ...job })
  return row
}
