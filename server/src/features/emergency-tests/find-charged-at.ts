import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../central-units/index.ts'
import { findChargeHours } from './charge-hours.store.ts'
import type { TestLamp } from './emergency-tests.store.ts'
import { listDischargedByMains, listDischargedByTests } from './last-discharge.store.ts'

const hourMs = 3_600_000

/** When these lamps' batteries will have charged without interruption; null if they have. */
export const findChargedAt = async (
  work: Work,
  unit: Pick<CentralUnitRow, 'id' | 'plantId'>,
  lamps: readonly TestLamp[],
  /** When a battery was fitted, if one was: charging starts then at the earliest. */
  chargesFrom: Date | null = null,
): Promise<Date | null> => {
  const hours = await findChargeHours(work.tx, unit.plantId)
  const since = new Date(work.now.getTime() - hours * hourMs)
  const unitRef = { centralUnitId: unit.id, plantId: unit.plantId, since }
  const discharges = [
    await listDischargedByTests(work.tx, unitRef, lamps),
    await listDischargedByMains(work.tx, unitRef, lamps),
  ]
  const fittedAt = chargesFrom && chargesFrom > since ? [chargesFrom.getTime()] : []
  const last = Math.max(...discharges.flatMap((end) => (end ? [Date.parse(end.until)] : [])), ...fittedAt)
  return Number.isFinite(last) ? new Date(last + hours * hourMs) : null
}
