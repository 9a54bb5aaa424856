import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { aboutUnit } from './about-unit.ts'
import { findUnit } from './central-units.store.ts'
import { enabledIn } from './enabled-types.store.ts'

type Named = { topic: string }

/** A unit that can take commands, or the refusal that says why not. For new work on it there is {@link unitForWork}. */
export const acquiredUnitOf = async (tx: Tx, plantId: string, unit: Named): Promise<CentralUnitRow> => {
  const row = (await findUnit(tx, plantId, unit)) ?? fail('UNIT_NOT_FOUND')
  aboutUnit(tx, row)
  return row.acquired ? row : fail('UNIT_NOT_ACQUIRED')
}

/** Refuses new work on a unit that is not enabled since Pro has expired. */
export const refuseNotEnabled = async (
  { tx, ports }: { tx: Tx; ports: Ports },
  row: Pick<CentralUnitRow, 'plantId' | 'cuType'>,
): Promise<void> => {
  const isEnabled = await enabledIn(tx, [row.plantId], ports.clock.now())
  if (!isEnabled(row)) fail('UNIT_TYPE_NOT_ENABLED')
}

/** A unit that can be configured, tested and controlled, or the refusal that says why not. */
export const unitForWork = async (
  context: { tx: Tx; ports: Ports },
  plantId: string,
  unit: Named,
): Promise<CentralUnitRow> => {
  const row = await acquiredUnitOf(context.tx, plantId, unit)
  await refuseNotEnabled(context, row)
  return row
}
