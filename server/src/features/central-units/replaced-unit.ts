import type { centralUnitActions } from '@vigilux/contract/features/central-units/central-units.actions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { abandonCommands, refuseWhileHeld } from '../commands/index.ts'
import { addEntries, entryOfUnit } from '../logbook/index.ts'
import { auditUnit } from './audit-unit.ts'
import { insertUnit, removeUnit, viewUnits } from './central-units.store.ts'
import { lockUnit, refuseUnknownUnit } from './unit-lives.store.ts'

/** Accepts the new box under the same serial; the replaced unit leaves with its history. */
const acceptReplacement = async ({ work, caller }: WriteContext<'UNIT_BUSY'>, oldUnit: CentralUnitRow, now: Date) => {
  const { plantId, unit, cuId, cuType, description, location } = oldUnit
  await refuseWhileHeld(work, plantId, unit)
  await removeUnit(work, plantId, unit, { at: now, by: caller, kind: 'unitReplaced' })
  await abandonCommands(work, plantId, unit)
  work.broadcast({ plant: plantId }, 'lampsReset', { plant_id: plantId, cu: unit })
  return insertUnit(work, { plantId, cuId, cuType, description, location, addedAt: now })
}

const rejectReplacement = async ({ work, caller }: WriteContext, row: CentralUnitRow, now: Date) => {
  const { plantId, id: centralUnitId, unit, unknownLife: life } = row
  addEntries(work, [
    entryOfUnit({ kind: 'unitStrangerRefused', plantId, centralUnitId, unit, life, at: now, by: caller }),
  ])
  return refuseUnknownUnit(work, row)
}

export const replacedCu: HandlersOf<typeof centralUnitActions>['replacedCu'] = async ({ input, ...context }) => {
  const { work } = context
  const { plantId, topic, replaced: isReplaced } = input
  const row = (await lockUnit(work.tx, plantId, topic)) ?? work.fail('UNIT_NOT_FOUND')
  auditUnit(work, row)
  work.audit.diff(null, { replaced: isReplaced })
  if (row.unknownLife === null) return work.fail('UNIT_NOT_NEW')
  const now = work.now
  const remainingUnit =
    (isReplaced ? await acceptReplacement(context, row, now) : await rejectReplacement(context, row, now)) ??
    work.fail('UNIT_NOT_FOUND')
  const [unit] = await viewUnits(work, [remainingUnit])
  if (!unit) return work.fail('UNIT_NOT_FOUND')
  work.broadcast({ plant: plantId }, 'saveCu', { plant_id: plantId, unit })
  return { unit }
}
