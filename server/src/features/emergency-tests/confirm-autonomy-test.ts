import { confirmDischargeHours } from '@vigilux/contract/features/emergency-tests/discharge.rules.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../central-units/index.ts'
import type { TestLamp } from './lamps-under-test.store.ts'
import { type Discharge, listDischargedByMains, listDischargedByTests } from './last-discharge.store.ts'

/** Number of lamps per test group if a test includes both: half of the lamps should stay ready. */
const countBothGroups = (lamps: readonly TestLamp[]): { even: number; odd: number } | null => {
  const [evenCount, oddCount] = (['even', 'odd'] as const).map(
    (group) => lamps.filter(({ parity }) => parity === group).length,
  )
  return evenCount && oddCount ? { even: evenCount, odd: oddCount } : null
}

const lastOf = (discharges: readonly (Discharge | null)[]): Discharge | undefined =>
  discharges.filter((one) => one !== null).toSorted((a, b) => b.until.localeCompare(a.until))[0]

/**
 * Refuses an autonomy test that would prove nothing or leave no lamp ready; the caller can override that with `anyway`.
 */
export const requireConfirmation = async (
  work: Work,
  { id: centralUnitId, plantId }: Pick<CentralUnitRow, 'id' | 'plantId'>,
  lamps: readonly TestLamp[],
): Promise<void> => {
  const since = new Date(work.now.getTime() - confirmDischargeHours * 3_600_000)
  const unitRef = { centralUnitId, plantId, since }
  const discharge = lastOf([
    await listDischargedByTests(work.tx, unitRef, lamps),
    await listDischargedByMains(work.tx, unitRef, lamps),
  ])
  const bothTestGroups = countBothGroups(lamps)
  if (discharge) fail('BATTERIES_NOT_CHARGED', { ...discharge, ...(bothTestGroups && { bothTestGroups }) })
  if (bothTestGroups) fail('BOTH_TEST_GROUPS', bothTestGroups)
}
