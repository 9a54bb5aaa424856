import type { centralUnitActions } from '@vigilux/contract/features/central-units/central-units.actions.ts'
import { changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { abandonCommands, refuseWhileHeld } from '../commands/index.ts'
import { addEntries, entryOfUnit } from '../logbook/index.ts'
import { aboutUnit } from './about-unit.ts'
import { insertUnit, removeUnit, viewUnits } from './central-units.store.ts'
import { lockUnit, refuseStranger } from './unit-lives.store.ts'

/** The box that stands there takes the place under the same serial; what it replaces leaves with its history. */
const takeOther = async ({ tx, announce, caller }: WriteContext, old: CentralUnitRow, now: Date) => {
  const { plantId, unit, cuId, cuType, description, location } = old
  await refuseWhileHeld(tx, plantId, unit)
  await removeUnit(tx, plantId, unit, { at: now, by: caller, kind: 'unitReplaced' })
  await abandonCommands({ tx, announce, now }, plantId, unit)
  announce({ plant: plantId }, 'lampsReset', { plant_id: plantId, cu: unit })
  return insertUnit(tx, { plantId, cuId, cuType, description, location, addedAt: now })
}

const leaveOut = async ({ tx, caller }: WriteContext, row: CentralUnitRow, now: Date) => {
  const { plantId, id: centralUnitId, unit, strangerLife: life } = row
  await addEntries(tx, [
    entryOfUnit({ kind: 'unitStrangerRefused', plantId, centralUnitId, unit, life, at: now, by: caller }),
  ])
  return refuseStranger(tx, row)
}

export const replacedCu: HandlersOf<typeof centralUnitActions>['replacedCu'] = async ({ input, ...context }) => {
  const { tx, announce, ports } = context
  const { plantId, topic, replaced } = input
  const row = (await lockUnit(tx, plantId, topic)) ?? fail('UNIT_NOT_FOUND')
  aboutUnit(tx, row)
  changed(tx, null, { replaced })
  if (row.strangerLife === null) return fail('UNIT_NOT_NEW')
  const now = ports.clock.now()
  const stays =
    (replaced ? await takeOther(context, row, now) : await leaveOut(context, row, now)) ?? fail('UNIT_NOT_FOUND')
  const [unit] = await viewUnits(tx, [stays], now)
  if (!unit) return fail('UNIT_NOT_FOUND')
  announce({ plant: plantId }, 'saveCu', { plant_id: plantId, unit })
  return { unit }
}
