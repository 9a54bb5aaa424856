import {
  computeReportFigures,
  filterRows,
  isAvailableInBasic,
} from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findPlant, findTier } from '../plants/index.ts'
import { readPlantReport } from './collect/read-plant-report.ts'

type Handlers = Pick<HandlersOf<typeof reportActions>, 'getGlobalReports'>

export const plantReportHandlers: Handlers = {
  getGlobalReports: async ({ work, input }) => {
    const { plantId, period, devicesType, page } = input
    const now = work.now
    if (!isAvailableInBasic(period) && (await findTier(work.tx, plantId, now)) === 'basic')
      return work.fail('REPORT_LIMIT_BASIC')
    const { timezone } = await findPlant(work.tx, plantId)
    const query = { plantId, period, devicesType, timezone, now, devices: work.ports.devices }
    const { rows: all, before, ofRunningTests, span: _, ...report } = await readPlantReport(work.tx, query)
    const rows = filterRows(all, input)
    const { pageSize = work.ports.settings.limits.reportPageRows } = input
    return {
      period,
      ...report,
      openBefore: before.length,
      openRunning: ofRunningTests.length,
      total: rows.length,
      figures: computeReportFigures(all),
      rows: rows.slice((page - 1) * pageSize, page * pageSize),
    }
  },
}
