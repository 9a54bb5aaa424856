import { moveAggregations } from '../aggregations/index.ts'
import { moveLampPhotos } from '../attachments/index.ts'
import { type CentralUnitRow, connectedUnits, findUnit, removeUnit, unitById } from '../central-units/index.ts'
import { abandonCommands, askedBy, type CommandListener, requestCommand } from '../commands/index.ts'
import { movePlaces } from '../floor-plans/index.ts'
import { moveGroupNames } from '../groups/index.ts'
import { moveLampNotes, moveLampProducts } from '../lamps/index.ts'
import { moveMonitoringZones } from '../monitoring-zones/index.ts'
import { beginOperation } from '../operations/index.ts'
import { moveRooms } from '../rooms/index.ts'
import { moveRoundItems } from '../rounds/index.ts'
import { moveInputs } from '../scenes/index.ts'
import { moveZones } from '../zones/index.ts'
import { restoreSteps } from './restore-steps.ts'
import { configurationOf, takeSnapshot } from './take-snapshot.ts'

type Context = Parameters<CommandListener>[1]

/** Lets the old unit go: back to factory state where it can be reached, out of the plant in any case. */
const letGo = async (context: Context, old: CentralUnitRow, by: ReturnType<typeof askedBy>): Promise<void> => {
  const { tx, announce, ports, now } = context
  const { plantId } = old
  await removeUnit(tx, plantId, old.unit, { at: now, by })
  await abandonCommands(context, plantId, old.unit)
  announce({ plant: plantId }, 'removeCu', { plant_id: plantId, cu_id: old.cuId, cu_type: old.cuType })
  const reachable = await connectedUnits(tx, [old.unit])
  if (!reachable.has(old.unit)) return
  const nobody = { tx, announce, ports, caller: null }
  await requestCommand(nobody, { plantId, unit: old, command: { name: 'deEnrol' } })
}

/**
 * When a unit that is to take another's place has been acquired, what people wrote goes over to it, the old one's
 * configuration is written into it, and the old one leaves the plant. Its history stays.
 */
export const takeOverListener: CommandListener = async (row, context) => {
  if (row.state !== 'done') return
  const { tx, announce, ports, now } = context
  const unit = await findUnit(tx, row.plantId, { topic: row.unit })
  if (!unit?.acquired || unit.replaces === null) return
  const old = await unitById(tx, row.plantId, unit.replaces)
  if (!old || old.removedAt !== null) return
  await moveLampNotes(tx, old.id, unit.id)
  await moveLampProducts(tx, old.id, unit.id)
  await moveGroupNames(tx, old.id, unit.id)
  await moveAggregations(tx, old.id, unit.id)
  await moveRooms(tx, old.id, unit.id)
  await movePlaces(tx, old.id, unit.id)
  await moveZones(tx, old.id, unit.id)
  await moveMonitoringZones(tx, old.id, unit.id)
  await moveInputs(tx, old.id, unit.id)
  await moveLampPhotos(tx, old.id, unit.id)
  await moveRoundItems(tx, old.id, unit.id)
  const cause = { reason: 'substituteCu', takenByName: row.requestedByName, operationId: null, takenAt: now }
  await takeSnapshot({ tx, announce }, old, { ...cause, always: true })
  const wanted = await configurationOf(tx, old)
  await letGo(context, old, askedBy(row))
  const steps = restoreSteps(await configurationOf(tx, unit), wanted, now)
  if (steps.length === 0) return
  const caller = row.requestedBy === null ? null : { userId: row.requestedBy, name: row.requestedByName ?? '' }
  const draft = { plantId: row.plantId, unit, kind: 'restoreSnapshot', steps } as const
  await beginOperation({ tx, announce, ports, caller }, draft)
}
