import { confirmDischargeHours } from '@vigilux/contract/features/emergency-tests/discharge.rules.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../central-units/index.ts'
import { listTestLamps, type TestLamp } from './emergency-tests.store.ts'
import { type Discharge, listDischargedByMains, listDischargedByTests } from './last-discharge.store.ts'

/** Number of lamps per test group if a test includes both: half of the lamps should stay ready. */
export const countBothGroups = (lamps: readonly TestLamp[]): { even: number; odd: number } | null => {
  const [evenCount, oddCount] = (['even', 'odd'] as const).map(
    (group) => lamps.filter(({ parity }) => parity === group).length,
  )
  return evenCount && oddCount ? { even: evenCount, odd: oddCount } : null
}

/**
 * The same if a test includes one group and autonomy tests discharged the other one since then: the two tests together
 * would leave no lamp ready.
 */
const countOtherGroup = async (
  work: Work,
  unitRef: Parameters<typeof listDischargedByTests>[1],
  lamps: readonly TestLamp[],
): Promise<{ even: number; odd: number } | null> => {
  const ownGroup = lamps.find(({ parity }) => parity !== null)?.parity
  if (!ownGroup) return null
  const otherLamps = (await listTestLamps(work.tx, unitRef.centralUnitId, null)).filter(
    ({ type, parity }) => type === 'emergency' && parity !== null && parity !== ownGroup,
  )
  const discharge = await listDischargedByTests(work.tx, unitRef, otherLamps)
  if (!discharge) return null
  const own = lamps.filter(({ parity }) => parity === ownGroup).length
  return ownGroup === 'even' ? { even: own, odd: discharge.lamps } : { even: discharge.lamps, odd: own }
}

const lastOf = (discharges: readonly (Discharge | null)[]): Discharge | undefined =>
  discharges.filter((one) => one !== null).toSorted((a, b) => b.until.localeCompare(a.until))[0]

export type ConfirmationRefusal = 'BATTERIES_NOT_CHARGED' | 'BOTH_TEST_GROUPS'

/**
 * Refuses an autonomy test if it would prove nothing or leave no lamp ready; the caller can override the refusal with
 * `anyway`.
 */
export const requireConfirmation = async (
  work: Work<ConfirmationRefusal>,
  { id: centralUnitId, plantId }: Pick<CentralUnitRow, 'id' | 'plantId'>,
  lamps: readonly TestLamp[],
): Promise<void> => {
  const since = new Date(work.now.getTime() - confirmDischargeHours * 3_600_000)
  const unitRef = { centralUnitId, plantId, since }
  const discharge = lastOf([
    await listDischargedByTests(work.tx, unitRef, lamps),
    await listDischargedByMains(work.tx, unitRef, lamps),
  ])
  const bothTestGroups = countBothGroups(lamps) ?? (await countOtherGroup(work, unitRef, lamps))
  if (discharge) work.fail('BATTERIES_NOT_CHARGED', { ...discharge, ...(bothTestGroups && { bothTestGroups }) })
  if (bothTestGroups) work.fail('BOTH_TEST_GROUPS', bothTestGroups)
}
