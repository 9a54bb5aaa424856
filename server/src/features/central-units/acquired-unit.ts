import { fail } from '../../kernel/refusal.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { auditUnit } from './audit-unit.ts'
import { findUnit } from './central-units.store.ts'
import { findEnabledFilter } from './enabled-types.store.ts'

type UnitRef = { topic: string }

/** A unit that can receive commands, or a refusal with the reason. For new work, use {@link requireEnabledUnit}. */
export const requireAcquiredUnit = async (work: Work, plantId: string, unit: UnitRef): Promise<CentralUnitRow> => {
  const row = (await findUnit(work.tx, plantId, unit)) ?? fail('UNIT_NOT_FOUND')
  auditUnit(work, row)
  return row.acquired ? row : fail('UNIT_NOT_ACQUIRED')
}

/** Refuses new work on a unit that is not enabled since Pro expired. */
export const refuseNotEnabled = async (work: Work, row: Pick<CentralUnitRow, 'plantId' | 'cuType'>): Promise<void> => {
  const isEnabled = await findEnabledFilter(work.tx, [row.plantId], work.now)
  if (!isEnabled(row)) fail('UNIT_TYPE_NOT_ENABLED')
}

/** A unit that can be configured, tested and controlled, or a refusal with the reason. */
export const requireEnabledUnit = async (work: Work, plantId: string, unit: UnitRef): Promise<CentralUnitRow> => {
  const row = await requireAcquiredUnit(work, plantId, unit)
  await refuseNotEnabled(work, row)
  return row
}
