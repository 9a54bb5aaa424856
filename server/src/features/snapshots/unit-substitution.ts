import { refusable, type Work } from '../../kernel/work.ts'
import { moveAggregations } from '../aggregations/index.ts'
import { moveLampPhotos } from '../attachments/index.ts'
import { type CentralUnitRow, findUnit, findUnitById, listConnectedUnits, removeUnit } from '../central-units/index.ts'
import { abandonCommands, type CommandListener, queueCommand, requesterOf } from '../commands/index.ts'
import { movePlaces } from '../floor-plans/index.ts'
import { moveGroupNames } from '../groups/index.ts'
import { moveFailedTests, moveLampNotes, moveLampProducts } from '../lamps/index.ts'
import { moveRoundItems } from '../maintenance-rounds/index.ts'
import { monitoringZoneLamps } from '../monitoring-zones/index.ts'
import { beginOperation } from '../operations/index.ts'
import { moveRooms } from '../rooms/index.ts'
import { moveInputs } from '../scenes/index.ts'
import { zoneLamps } from '../zones/index.ts'
import { configurationOf, recordSnapshot } from './record-snapshot.ts'
import { restoreSteps } from './restore-steps.ts'

/** Releases the old unit: resets it to factory state if it is online, and removes it from the plant in any case. */
const releaseOldUnit = async (
  work: Work,
  oldUnit: CentralUnitRow,
  requester: ReturnType<typeof requesterOf>,
): Promise<void> => {
  const { plantId } = oldUnit
  await removeUnit(work, plantId, oldUnit.unit, { at: work.now, by: requester })
  await abandonCommands(work, plantId, oldUnit.unit)
  work.broadcast({ plant: plantId }, 'removeCu', { plant_id: plantId, cu_id: oldUnit.cuId, cu_type: oldUnit.cuType })
  const connectedUnits = await listConnectedUnits(work.tx, [oldUnit.unit])
  if (!connectedUnits.has(oldUnit.unit)) return
  await queueCommand({ work, caller: null }, { plantId, unit: oldUnit, command: { name: 'deEnrol' } })
}

/**
 * Completes a substitution once the new unit is enrolled: people's texts move over, the old configuration is written
 * into it, and the old unit leaves the plant. History stays with the old unit.
 */
export const substitutionListener: CommandListener = async (row, work) => {
  if (row.state !== 'done') return
  const unit = await findUnit(work.tx, row.plantId, { topic: row.unit })
  if (!unit?.acquired || unit.replaces === null) return
  const oldUnit = await findUnitById(work.tx, row.plantId, unit.replaces)
  if (!oldUnit || oldUnit.removedAt !== null) return
  await moveLampNotes(work.tx, oldUnit.id, unit.id)
  await moveLampProducts(work.tx, oldUnit.id, unit.id)
  await moveFailedTests(work, oldUnit.id, unit)
  await moveGroupNames(work.tx, oldUnit.id, unit.id)
  await moveAggregations(work.tx, oldUnit.id, unit.id)
  await moveRooms(work.tx, oldUnit.id, unit.id)
  await movePlaces(work.tx, oldUnit.id, unit.id)
  await zoneLamps.move(work.tx, oldUnit.id, unit.id)
  await monitoringZoneLamps.move(work.tx, oldUnit.id, unit.id)
  await moveInputs(work.tx, oldUnit.id, unit.id)
  await moveLampPhotos(work.tx, oldUnit.id, unit.id)
  await moveRoundItems(work.tx, oldUnit.id, unit.id)
  const cause = { reason: 'substituteCu', takenByName: row.requestedByName, operationId: null, takenAt: work.now }
  await recordSnapshot(work, oldUnit, { ...cause, always: true })
  const targetConfiguration = await configurationOf(work.tx, oldUnit)
  await releaseOldUnit(work, oldUnit, requesterOf(row))
  const steps = restoreSteps(await configurationOf(work.tx, unit), targetConfiguration, work.now)
  if (steps.length === 0) return
  const caller = row.requestedBy === null ? null : { userId: row.requestedBy, name: row.requestedByName ?? '' }
  const draft = { plantId: row.plantId, unit, kind: 'restoreSnapshot', steps } as const
  await beginOperation({ work: refusable(work), caller }, draft)
}
