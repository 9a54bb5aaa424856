import { randomUUID } from 'node:crypto'
import { isAvailableInBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findPriceSettings, seesPrices } from '../bill-of-materials/index.ts'
import { findTest } from '../emergency-tests/index.ts'
import { checkFileQuota } from '../files/index.ts'
import { findFloorPlan } from '../floor-plans/index.ts'
import { findHandover } from '../handover/index.ts'
import { monitoringZoneRows } from '../monitoring-zones/index.ts'
import { findPlant, findPlantDay, findTier } from '../plants/index.ts'
import { findLastEndedTest } from './plant-report.store.ts'
import { type NewReportRequest, reportOrder } from './report-kinds.ts'
import { isBeyondBasic } from './report-limit.ts'
import { insertReport, type ReportRow, toReport } from './reports.store.ts'

type Handlers = Pick<
  HandlersOf<typeof reportActions>,
  | 'createReport'
  | 'createGlobalReport'
  | 'createBillReport'
  | 'createHandoverReport'
  | 'createLogbookReport'
  | 'createEnergyReport'
  | 'createFloorPlanReport'
>

/** One action per kind of report: checks the request and orders the report. */
export const requestReportHandlers: Handlers = {
  createReport: async ({ work, input: { plantId, testId, language, result, devicesType }, caller }) => {
    const test = (await findTest(work.tx, plantId, testId)) ?? work.fail('TEST_NOT_FOUND')
    const order = { kind: 'test', plantId, testId, request: { devicesType, result } } as const
    if (await isBeyondBasic(work.tx, order, work.now)) return work.fail('REPORT_LIMIT_BASIC')
    const serial = parseUnitId(test.unit)?.cuId ?? test.unit
    const name = `${serial} ${await findPlantDay(work.tx, plantId, test.startedAt ?? test.requestedAt ?? work.now)}`
    const requestedReport = await requestReport(work, { ...order, language, name, by: caller.userId })
    work.audit.diff(null, { result })
    return requestedReport
  },
  createGlobalReport: async ({ work, input: { plantId, language, ...reportRequest }, caller }) => {
    const { period, outcome } = reportRequest
    const isBasic = (await findTier(work.tx, plantId, work.now)) === 'basic'
    if (isBasic && !isAvailableInBasic(period)) return work.fail('REPORT_LIMIT_BASIC')
    const request = { ...reportRequest, byMail: false }
    const requestedReport = await requestPlantReport(work, { plantId, request, language, by: caller.userId })
    work.audit.diff(null, { period, result: outcome })
    return requestedReport
  },
  createBillReport: async ({ work, input: { plantId, of: unitKind, language }, role, caller }) => {
    const withPrices = seesPrices(role, await findPriceSettings(work.tx, plantId))
    const name = await findPlantDay(work.tx, plantId, work.now)
    const request = { of: unitKind, withPrices }
    return requestReport(work, { plantId, kind: 'billOfMaterials', request, language, name, by: caller.userId })
  },
  createHandoverReport: async ({ work, input: { plantId, handoverId, language }, caller }) => {
    const { no } = (await findHandover(work.tx, plantId, handoverId)) ?? work.fail('HANDOVER_NOT_FOUND')
    const request = { handoverId }
    return requestReport(work, { plantId, kind: 'handover', request, language, name: String(no), by: caller.userId })
  },
  createFloorPlanReport: async ({ work, input: { plantId, language, ...request }, caller }) => {
    const found = (await findFloorPlan(work.tx, plantId, request.planId)) ?? work.fail('FLOOR_PLAN_NOT_FOUND')
    if (found.drawing.state !== 'ready') return work.fail('FLOOR_PLAN_NOT_READY')
    const { name } = found.plan
    return requestReport(work, { plantId, kind: 'floorPlan', request, language, name, by: caller.userId })
  },
  createLogbookReport: async ({ work, input: { plantId, language, ...request }, caller }) => {
    const name = await findPlantDay(work.tx, plantId, work.now)
    return requestReport(work, { plantId, kind: 'logbook', request, language, name, by: caller.userId })
  },
  createEnergyReport: async ({ work, input: { plantId, zoneId, period, date, language }, caller }) => {
    if (zoneId && !(await monitoringZoneRows.find(work.tx, plantId, zoneId))) return work.fail('ZONE_NOT_FOUND')
    // The report may be made after midnight; it covers the day on which it was ordered.
    const day = date ?? dayIn(work.now, (await findPlant(work.tx, plantId)).timezone)
    const request = { period, date: day, zoneId }
    return requestReport(work, { plantId, kind: 'energy', request, language, name: day, by: caller.userId })
  },
}

/** `name` is the report's name in the audit. */
type ReportToOrder = NewReportRequest & { plantId: string; language: Language; name: string; by: string }

/** Orders the PDF of a report. Refuses with FILE_QUOTA_EXCEEDED when the plant has no room for another file. */
export const requestReport = async (
  work: Work<'FILE_QUOTA_EXCEEDED'>,
  { plantId, language, name, by: requestedBy, ...order }: ReportToOrder,
) => {
  await checkFileQuota(work, plantId, 1)
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

type PlantReportToOrder = Pick<ReportToOrder, 'plantId' | 'language' | 'by'> & {
  request: Extract<NewReportRequest, { kind: 'plant' }>['request']
}

/** Orders a plant report; resolves "the last test" to a test. */
export const requestPlantReport = async (work: Work<'FILE_QUOTA_EXCEEDED'>, order: PlantReportToOrder) => {
  const { plantId, request } = order
  const test = request.period === 'lastTest' ? await findLastEndedTest(work.tx, plantId, work.now) : undefined
  const name = await findPlantDay(work.tx, plantId, work.now)
  return requestReport(work, { ...order, kind: 'plant', testId: test?.id ?? null, name })
}
