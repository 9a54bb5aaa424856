import { randomUUID } from 'node:crypto'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Work } from '../../kernel/work.ts'
import { checkFileQuota } from '../files/index.ts'
import { plantDay } from '../plants/index.ts'
import { lastTestOver } from './plant-report.store.ts'
import { type NewOrder, type RequestOf, reportOrder } from './report-kinds.ts'
import { insertReport, type ReportRow, toReport } from './reports.store.ts'

/** `name` is what the audit calls the report. */
type Ordered = NewOrder & { plantId: string; language: Language; name: string; by: string }

/** Orders the PDF of a report. Refuses with FILE_QUOTA_EXCEEDED if the plant has no room for one more file. */
export const orderReport = async (work: Work, { plantId, language, name, by, ...order }: Ordered) => {
  await checkFileQuota(work.tx, plantId, 1, work.ports.settings.filesQuotaMb)
  const row: ReportRow = {
    id: randomUUID(),
    plantId,
    language,
    state: 'queued',
    bytes: null,
    fileId: null,
    error: null,
    requestedBy: by,
    requestedAt: work.now,
    ...reportOrder.parse(order),
  }
  await insertReport(work.tx, row)
  work.audit.changed(null, { language })
  work.audit.about({ kind: 'report', id: row.id, name })
  await work.ports.jobs.enqueue(work.tx, 'report.make', { plantId, reportId: row.id })
  const report = toReport(row)
  work.broadcast({ plant: plantId }, 'createReport', { plant_id: plantId, report })
  return { report }
}

type OrderedPlantReport = { plantId: string; language: Language; by: string; request: RequestOf<'plant'> }

/** Orders the report over a plant, which for the last test names the test. */
export const orderPlantReport = async (work: Work, ordered: OrderedPlantReport) => {
  const { plantId, request } = ordered
  const test = request.period === 'lastTest' ? await lastTestOver(work.tx, plantId, work.now) : undefined
  const name = await plantDay(work.tx, plantId, work.now)
  return orderReport(work, { ...ordered, kind: 'plant', testId: test?.id ?? null, name })
}
