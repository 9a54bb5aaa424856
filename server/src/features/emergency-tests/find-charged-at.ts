import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../central-units/index.ts'
import { findChargeHours } from './charge-hours.store.ts'
import type { TestLamp } from './lamps-under-test.store.ts'
import { listDischargedByMains, listDischargedByTests } from './last-discharge.store.ts'

const hourMs = 3_600_000

/** When the batteries of these lamps will have charged without a break; null where they have. */
export const findChargedAt = async (
  work: Work,
  unit: Pick<CentralUnitRow, 'id' | 'plantId'>,
  lamps: readonly TestLamp[],
  /** When a battery was fitted, where one was: it charges from then on at the earliest. */
  chargesFrom: Date | null = null,
): Promise<Date | null> => {
  const hours = await findChargeHours(work.tx, unit.plantId)
  const since = new Date(work.now.getTime() - hours * hourMs)
  const of = { centralUnitId: unit.id, plantId: unit.plantId, since }
  const ends = [await listDischargedByTests(work.tx, of, lamps), await listDischargedByMains(work.tx, of, lamps)]
  const fitted = chargesFrom && chargesFrom > since ? [chargesFrom.getTime()] : []
  const last = Math.max(...ends.flatMap((end) => (end ? [Date.parse(end.until)] : [])), ...fitted)
  return Number.isFinite(last) ? new Date(last + hours * hourMs) : null
}
