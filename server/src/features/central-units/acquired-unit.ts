import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { CentralUnitRow } from './central-units.schema.ts'
import { findUnit } from './central-units.store.ts'

/** A unit that can take commands, or the refusal that says why not. */
export const acquiredUnitOf = async (
  tx: Tx,
  plantId: string,
  unit: { cuType: string; cuId: string } | { topic: string },
): Promise<CentralUnitRow> => {
  const row = (await findUnit(tx, plantId, unit)) ?? fail('UNIT_NOT_FOUND')
  return row.acquired ? row : fail('UNIT_NOT_ACQUIRED')
}
