import { isAvailableInBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findPriceSettings, seesPrices } from '../bill-of-materials/index.ts'
import { findLatestTest } from '../emergency-tests/index.ts'
import type { FileGuard } from '../files/index.ts'
import { findRole } from '../members/index.ts'
import { findTier } from '../plants/index.ts'
import { findLastEndedTest } from './plant-report.store.ts'
import type { OrderOf, ReportKind } from './report-kinds.ts'
import { findReportOfFile } from './reports.store.ts'

type LimitedOrder<Kind extends ReportKind> = OrderOf<Kind> & { plantId: string }

/** Access limits of a report kind. An absent entry is no limit. */
type Limit<Kind extends ReportKind> = {
  beyondBasic?: (tx: Tx, report: LimitedOrder<Kind>, now: Date) => Promise<boolean>
  beyondRole?: (tx: Tx, report: LimitedOrder<Kind>, role: PlantRole | null) => Promise<boolean>
}

const limits: { [Kind in ReportKind]: Limit<Kind> } = {
  test: {
    beyondBasic: async (tx, { plantId, testId }) => (await findLatestTest(tx, plantId))?.id !== testId,
  },
  plant: {
    beyondBasic: async (tx, { plantId, testId, request }, now) =>
      !isAvailableInBasic(request.period) || ((await findLastEndedTest(tx, plantId, now))?.id ?? null) !== testId,
  },
  billOfMaterials: {
    beyondRole: async (tx, { plantId, request }, role) =>
      request.withPrices && (role === null || !seesPrices(role, await findPriceSettings(tx, plantId))),
  },
  handover: {},
  logbook: {},
  energy: {},
  floorPlan: {},
}

/** Whether a Basic plant's report covers a test other than the last one, or a longer period. */
export const isBeyondBasic = async <Kind extends ReportKind>(
  tx: Tx,
  report: LimitedOrder<Kind>,
  now: Date,
): Promise<boolean> => {
  const { beyondBasic } = limits[report.kind]
  if (!beyondBasic || (await findTier(tx, report.plantId, now)) !== 'basic') return false
  return beyondBasic(tx, report, now)
}

/** Whether this role may not have the report, because it contains prices hidden from the role. */
export const isBeyondRole = async <Kind extends ReportKind>(
  tx: Tx,
  report: LimitedOrder<Kind>,
  role: PlantRole | null,
): Promise<boolean> => (await limits[report.kind].beyondRole?.(tx, report, role)) ?? false

/** Checks again when a link is followed: the report of the then last test may exceed a Basic plant's limits by now. */
export const reportFiles: Readonly<Record<string, FileGuard>> = {
  report: async (tx, file, now, caller) => {
    const report = await findReportOfFile(tx, file.plantId, file.id)
    if (!report) return null
    if (await isBeyondBasic(tx, report, now)) return 'REPORT_LIMIT_BASIC'
    const role = await findRole(tx, caller, file.plantId, now)
    return (await isBeyondRole(tx, report, role)) ? 'FILE_NOT_FOUND' : null
  },
}
