import { isOfBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { ReportPeriod } from '@vigilux/contract/features/reports/plant-report.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findPriceSettings, seesPrices } from '../bill-of-materials/index.ts'
import { findLatestTest } from '../emergency-tests/index.ts'
import type { FileGuard } from '../files/index.ts'
import { findRole } from '../members/index.ts'
import { findTier } from '../plants/index.ts'
import { lastTestOver } from './plant-report.store.ts'
import { findReportOfFile } from './reports.store.ts'

type Limited = { plantId: string; testId: string | null; period?: ReportPeriod | null }

/** Whether a report is of another test than the last, or of a longer period, and its plant Basic. */
export const isBeyondBasic = async (tx: Tx, { plantId, testId, period }: Limited, now: Date): Promise<boolean> => {
  if ((testId === null && !period) || (await findTier(tx, plantId, now)) !== 'basic') return false
  if (!period) return (await findLatestTest(tx, plantId))?.id !== testId
  return !isOfBasic(period) || ((await lastTestOver(tx, plantId, now))?.id ?? null) !== testId
}

/** Whether somebody in this role may not have a report, as prices are in it that are not shown to them, or no longer. */
export const isBeyondRole = async (
  tx: Tx,
  { plantId, withPrices }: { plantId: string; withPrices: boolean },
  role: PlantRole | null,
): Promise<boolean> => withPrices && (role === null || !seesPrices(role, await findPriceSettings(tx, plantId)))

/** Looks again when a link is followed: a report that was the last when it was asked for may not be any more. */
export const reportFiles: Readonly<Record<string, FileGuard>> = {
  report: async (tx, file, now, caller) => {
    const report = await findReportOfFile(tx, file.plantId, file.id)
    if (!report) return
    if (await isBeyondBasic(tx, report, now)) return fail('REPORT_LIMIT_BASIC')
    if (await isBeyondRole(tx, report, await findRole(tx, caller, file.plantId, now))) return fail('FILE_NOT_FOUND')
  },
}
