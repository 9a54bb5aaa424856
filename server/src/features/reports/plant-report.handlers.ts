import { figuresOf, filterRows, isOfBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findPlant, findTier, plantDay } from '../plants/index.ts'
import { orderPlantReport } from './order-plant-report.ts'
import { readPlantReport } from './read-plant-report.ts'
import { toReport } from './reports.store.ts'

type Handlers = Pick<HandlersOf<typeof reportActions>, 'getGlobalReports' | 'createGlobalReport'>

export const plantReportHandlers: Handlers = {
  getGlobalReports: async ({ input, tx, ports, fail }) => {
    const { plantId, period, devicesType, page } = input
    const now = ports.clock.now()
    if (!isOfBasic(period) && (await findTier(tx, plantId, now)) === 'basic') return fail('REPORT_LIMIT_BASIC')
    const { timezone } = await findPlant(tx, plantId)
    const asked = { plantId, period, devicesType, timezone, now }
    const { rows: all, before, span: _, ...report } = await readPlantReport(tx, asked)
    const rows = filterRows(all, input)
    const { pageSize = ports.settings.limits.reportPageRows } = input
    const openBefore = filterRows(before, input).length
    return {
      ...{ period, ...report, openBefore, total: rows.length, figures: figuresOf(rows) },
      rows: rows.slice((page - 1) * pageSize, page * pageSize),
    }
  },
  createGlobalReport: async ({ input, caller, tx, announce, ports, fail }) => {
    const { plantId, period, devicesType, outcome, search, language } = input
    const now = ports.clock.now()
    if (!isOfBasic(period) && (await findTier(tx, plantId, now)) === 'basic') return fail('REPORT_LIMIT_BASIC')
    changed(tx, null, { language, period, result: outcome })
    const row = await orderPlantReport(
      { tx, ports },
      {
        plantId,
        period,
        devicesType,
        language,
        by: caller.userId,
        job: { rows: { search, ...(outcome && { outcome }) } },
      },
    )
    about(tx, { kind: 'report', id: row.id, name: await plantDay(tx, plantId, now) })
    const report = toReport(row)
    announce({ plant: plantId }, 'createReport', { plant_id: plantId, report })
    return { report }
  },
}
