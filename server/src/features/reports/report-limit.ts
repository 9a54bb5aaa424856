import { isAvailableInBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findPriceSettings, seesPrices } from '../bill-of-materials/index.ts'
import { findLatestTest } from '../emergency-tests/index.ts'
import type { FileGuard } from '../files/index.ts'
import { findRole } from '../members/index.ts'
import { findTier } from '../plants/index.ts'
import { findLastEndedTest } from './plant-report.store.ts'
import type { OrderOf, ReportKind } from './report-kinds.ts'
import { findReportOfFile } from './reports.store.ts'

type Limited<Kind extends ReportKind> = OrderOf<Kind> & { plantId: string }

/** Who may not have a report of a kind. What is left out limits nobody. */
type Limit<Kind extends ReportKind> = {
  beyondBasic?: (tx: Tx, report: Limited<Kind>, now: Date) => Promise<boolean>
  beyondRole?: (tx: Tx, report: Limited<Kind>, role: PlantRole | null) => Promise<boolean>
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

/** Whether a report is of another test than the last, or of a longer period, and its plant Basic. */
export const isBeyondBasic = async <Kind extends ReportKind>(
  tx: Tx,
  report: Limited<Kind>,
  now: Date,
): Promise<boolean> => {
  const { beyondBasic } = limits[report.kind]
  if (!beyondBasic || (await findTier(tx, report.plantId, now)) !== 'basic') return false
  return beyondBasic(tx, report, now)
}

/** Whether somebody in this role may not have a report, as prices are in it that are not shown to them, or no longer. */
export const isBeyondRole = async <Kind extends ReportKind>(
  tx: Tx,
  report: Limited<Kind>,
  role: PlantRole | null,
): Promise<boolean> => (await limits[report.kind].beyondRole?.(tx, report, role)) ?? false

/** Looks again when a link is followed: a report that was the last when it was asked for may not be any more. */
export const reportFiles: Readonly<Record<string, FileGuard>> = {
  report: async (tx, file, now, caller) => {
    const report = await findReportOfFile(tx, file.plantId, file.id)
    if (!report) return
    if (await isBeyondBasic(tx, report, now)) return fail('REPORT_LIMIT_BASIC')
    if (await isBeyondRole(tx, report, await findRole(tx, caller, file.plantId, now))) return fail('FILE_NOT_FOUND')
  },
}
