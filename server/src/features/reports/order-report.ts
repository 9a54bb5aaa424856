import { randomUUID } from 'node:crypto'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Work } from '../../kernel/work.ts'
import { checkFileQuota } from '../files/index.ts'
import { findPlantDay } from '../plants/index.ts'
import { findLastEndedTest } from './plant-report.store.ts'
import { type NewReportRequest, type RequestOf, reportOrder } from './report-kinds.ts'
import { insertReport, type ReportRow, toReport } from './reports.store.ts'

/** `name` is the report's name in the audit. */
type ReportToOrder = NewReportRequest & { plantId: string; language: Language; name: string; by: string }

/** Orders the PDF of a report. Refuses with FILE_QUOTA_EXCEEDED when the plant has no room for another file. */
export const requestReport = async (
  work: Work,
  { plantId, language, name, by: requestedBy, ...order }: ReportToOrder,
) => {
  await checkFileQuota(work.tx, plantId, 1, work.ports.settings.filesQuotaMb)
  const row: ReportRow = {
    id: randomUUID(),
    plantId,
    language,
    state: 'queued',
    bytes: null,
    fileId: null,
    error: null,
    requestedBy,
    requestedAt: work.now,
    ...reportOrder.parse(order),
  }
  await insertReport(work.tx, row)
  work.audit.diff(null, { language })
  work.audit.target({ kind: 'report', id: row.id, name })
  await work.ports.jobs.enqueue(work.tx, 'report.make', { plantId, reportId: row.id })
  const report = toReport(row)
  work.broadcast({ plant: plantId }, 'createReport', { plant_id: plantId, report })
  return { report }
}

type PlantReportToOrder = { plantId: string; language: Language; by: string; request: RequestOf<'plant'> }

/** Orders a plant report; resolves "the last test" to a test. */
export const requestPlantReport = async (work: Work, order: PlantReportToOrder) => {
  const { plantId, request } = order
  const test = request.period === 'lastTest' ? await findLastEndedTest(work.tx, plantId, work.now) : undefined
  const name = await findPlantDay(work.tx, plantId, work.now)
  return requestReport(work, { ...order, kind: 'plant', testId: test?.id ?? null, name })
}
