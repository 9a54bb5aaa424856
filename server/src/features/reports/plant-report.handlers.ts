import { figuresOf, filterRows, isOfBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findPlant, findTier, plantDay } from '../plants/index.ts'
import { readPlantReport } from './collect/read-plant-report.ts'
import { orderPlantReport } from './order-plant-report.ts'
import { toReport } from './reports.store.ts'

type Handlers = Pick<HandlersOf<typeof reportActions>, 'getGlobalReports' | 'createGlobalReport'>

export const plantReportHandlers: Handlers = {
  getGlobalReports: async ({ work, input, fail }) => {
    const { plantId, period, devicesType, page } = input
    const now = work.now
    if (!isOfBasic(period) && (await findTier(work.tx, plantId, now)) === 'basic') return fail('REPORT_LIMIT_BASIC')
    const { timezone } = await findPlant(work.tx, plantId)
    const asked = { plantId, period, devicesType, timezone, now }
    const { rows: all, before, span: _, ...report } = await readPlantReport(work.tx, asked)
    const rows = filterRows(all, input)
    const { pageSize = work.ports.settings.limits.reportPageRows } = input
    const openBefore = filterRows(before, input).length
    return {
      period,
      ...report,
      openBefore,
      total: rows.length,
      figures: figuresOf(rows),
      rows: rows.slice((page - 1) * pageSize, page * pageSize),
    }
  },
  createGlobalReport: async ({ work, input, caller, fail }) => {
    const { plantId, period, devicesType, outcome, search, language } = input
    const now = work.now
    if (!isOfBasic(period) && (await findTier(work.tx, plantId, now)) === 'basic') return fail('REPORT_LIMIT_BASIC')
    work.audit.changed(null, { language, period, result: outcome })
    const row = await orderPlantReport(work, {
      plantId,
      period,
      devicesType,
      language,
      by: caller.userId,
      job: { rows: { search, ...(outcome && { outcome }) } },
    })
    work.audit.about({ kind: 'report', id: row.id, name: await plantDay(work.tx, plantId, now) })
    const report = toReport(row)
    work.broadcast({ plant: plantId }, 'createReport', { plant_id: plantId, report })
    return { report }
  },
}
