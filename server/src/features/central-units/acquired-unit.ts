import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { auditUnit } from './audit-unit.ts'
import { findUnit } from './central-units.store.ts'
import { findEnabledFilter } from './enabled-types.store.ts'

type UnitRef = { topic: string }

/** Refusals of work on an enrolled unit of the plant. */
export type AcquiredUnitRefusal = 'UNIT_NOT_FOUND' | 'UNIT_NOT_ACQUIRED'
export type EnabledUnitRefusal = AcquiredUnitRefusal | 'UNIT_TYPE_NOT_ENABLED'

/** A unit able to receive commands, or a refusal with the reason. For new work, use {@link requireEnabledUnit}. */
export const requireAcquiredUnit = async (
  work: Work<AcquiredUnitRefusal>,
  plantId: string,
  unit: UnitRef,
): Promise<CentralUnitRow> => {
  const row = (await findUnit(work.tx, plantId, unit)) ?? work.fail('UNIT_NOT_FOUND')
  auditUnit(work, row)
  return row.acquired ? row : work.fail('UNIT_NOT_ACQUIRED')
}

/** Refuses new work on a unit not enabled since Pro expired. */
export const refuseNotEnabled = async (
  work: Work<'UNIT_TYPE_NOT_ENABLED'>,
  row: Pick<CentralUnitRow, 'plantId' | 'cuType'>,
): Promise<void> => {
  const isEnabled = await findEnabledFilter(work.tx, [row.plantId], work.now)
  if (!isEnabled(row)) work.fail('UNIT_TYPE_NOT_ENABLED')
}

/** A unit for configuration, tests and control, or a refusal with the reason. */
export const requireEnabledUnit = async (
  work: Work<EnabledUnitRefusal>,
  plantId: string,
  unit: UnitRef,
): Promise<CentralUnitRow> => {
  const row = await requireAcquiredUnit(work, plantId, unit)
  await refuseNotEnabled(work, row)
  return row
}
