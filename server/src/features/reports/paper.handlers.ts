import { randomUUID } from 'node:crypto'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { dayIn } from '../../kernel/zoned.ts'
import type { ProductJobs } from '../../ports/ports.ts'
import { checkFileQuota } from '../files/index.ts'
import { findFloorPlan } from '../floor-plans/index.ts'
import { findHandover } from '../handover/index.ts'
import { findMonitoringZone } from '../monitoring-zones/index.ts'
import { findPlant, plantDay } from '../plants/index.ts'
import { insertReport, type ReportRow, toReport } from './reports.store.ts'

type Handlers = Pick<
  HandlersOf<typeof reportActions>,
  'createHandoverReport' | 'createLogbookReport' | 'createEnergyReport' | 'createFloorPlanReport'
>
type Asked = {
  plantId: string
  language: Language
  paper: ReportRow['paper']
  name: string
  of: Partial<ProductJobs['report.make']>
}

/** Leaves a PDF to be made that is of no test: what it is of goes with the job. */
const order = async ({ work, caller }: WriteContext, { plantId, language, paper, name, of }: Asked) => {
  await checkFileQuota(work.tx, plantId, 1, work.ports.settings.filesQuotaMb)
  work.audit.changed(null, { language })
  const row: ReportRow = {
    id: randomUUID(),
    plantId,
    testId: null,
    period: null,
    bill: null,
    paper,
    withPrices: false,
    language,
    resultFilter: null,
    state: 'queued',
    bytes: null,
    fileId: null,
    error: null,
    requestedBy: caller.userId,
    requestedAt: work.now,
  }
  await insertReport(work.tx, row)
  work.audit.about({ kind: 'report', id: row.id, name })
  await work.ports.jobs.enqueue(work.tx, 'report.make', { plantId, reportId: row.id, ...of })
  const report = toReport(row)
  work.broadcast({ plant: plantId }, 'createReport', { plant_id: plantId, report })
  return { report }
}

export const paperHandlers: Handlers = {
  createHandoverReport: async ({ input: { plantId, handoverId, language }, fail, ...context }) => {
    const { no } = (await findHandover(context.work.tx, plantId, handoverId)) ?? fail('HANDOVER_NOT_FOUND')
    return order(context, { plantId, language, paper: 'handover', name: String(no), of: { handoverId } })
  },
  createFloorPlanReport: async ({ input: { plantId, planId, paper, language }, fail, ...context }) => {
    const { plan, drawing } = (await findFloorPlan(context.work.tx, plantId, planId)) ?? fail('FLOOR_PLAN_NOT_FOUND')
    if (drawing.state !== 'ready') return fail('FLOOR_PLAN_NOT_READY')
    const of = { floorPlan: { planId, paper } }
    return order(context, { plantId, language, paper: 'floorPlan', name: plan.name, of })
  },
  createLogbookReport: async ({ input: { plantId, language, ...logbook }, ...context }) => {
    const name = await plantDay(context.work.tx, plantId, context.work.now)
    return order(context, { plantId, language, paper: 'logbook', name, of: { logbook } })
  },
  createEnergyReport: async ({ input: { plantId, zoneId, period, date, language }, fail, ...context }) => {
    const { work } = context
    if (zoneId && !(await findMonitoringZone(work.tx, plantId, zoneId))) return fail('ZONE_NOT_FOUND')
    // The day is that of the question: the paper may be made after midnight.
    const day = date ?? dayIn(work.now, (await findPlant(work.tx, plantId)).timezone)
    const energy = { period, date: day, ...(zoneId && { zoneId }) }
    return order(context, { plantId, language, paper: 'energy', name: day, of: { energy } })
  },
}
