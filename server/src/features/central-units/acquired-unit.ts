import { fail } from '../../kernel/refusal.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { aboutUnit } from './about-unit.ts'
import { findUnit } from './central-units.store.ts'
import { enabledIn } from './enabled-types.store.ts'

type Named = { topic: string }

/** A unit that can take commands, or the refusal that says why not. For new work on it there is {@link unitForWork}. */
export const acquiredUnitOf = async (work: Work, plantId: string, unit: Named): Promise<CentralUnitRow> => {
  const row = (await findUnit(work.tx, plantId, unit)) ?? fail('UNIT_NOT_FOUND')
  aboutUnit(work, row)
  return row.acquired ? row : fail('UNIT_NOT_ACQUIRED')
}

/** Refuses new work on a unit that is not enabled since Pro has expired. */
export const refuseNotEnabled = async (work: Work, row: Pick<CentralUnitRow, 'plantId' | 'cuType'>): Promise<void> => {
  const isEnabled = await enabledIn(work.tx, [row.plantId], work.now)
  if (!isEnabled(row)) fail('UNIT_TYPE_NOT_ENABLED')
}

/** A unit that can be configured, tested and controlled, or the refusal that says why not. */
export const unitForWork = async (work: Work, plantId: string, unit: Named): Promise<CentralUnitRow> => {
  const row = await acquiredUnitOf(work, plantId, unit)
  await refuseNotEnabled(work, row)
  return row
}
