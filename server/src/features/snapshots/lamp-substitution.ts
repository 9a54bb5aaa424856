import { moveLampPhotosToSuccessors } from '../attachments/index.ts'
import { findUnit } from '../central-units/index.ts'
import type { CommandListener } from '../commands/index.ts'
import { movePlacesToSuccessors } from '../floor-plans/index.ts'
import { broadcastLamps, listPlacesOfSerials, moveLampNotesToSuccessors } from '../lamps/index.ts'
import { moveRoundItemsToSuccessors } from '../maintenance-rounds/index.ts'
import { monitoringZoneLamps } from '../monitoring-zones/index.ts'
import { moveRoomsToSuccessors } from '../rooms/index.ts'
import { zoneLamps } from '../zones/index.ts'

/** A replacement takes over description, notes, photos, room and open round items; tests and battery are new. */
export const lampSubstitutionListener: CommandListener = async ({ command, state, plantId, unit: topic }, work) => {
  if (command.name !== 'substituteLogicaFM' || state !== 'done') return
  const unit = await findUnit(work.tx, plantId, { topic })
  if (!unit) return
  const replacedSerials = command.old.flatMap((old, at) => {
    const successor = command.new[at]
    return successor === undefined ? [] : { old, new: successor }
  })
  await moveLampNotesToSuccessors(work.tx, unit.id, replacedSerials)
  await moveLampPhotosToSuccessors(work.tx, unit.id, replacedSerials)
  await moveRoundItemsToSuccessors(work.tx, unit.id, replacedSerials)
  await moveRoomsToSuccessors(work.tx, unit.id, replacedSerials)
  await movePlacesToSuccessors(work.tx, unit.id, replacedSerials)
  await zoneLamps.moveToSuccessors(work.tx, unit.id, replacedSerials)
  await monitoringZoneLamps.moveToSuccessors(work.tx, unit.id, replacedSerials)
  const places = await listPlacesOfSerials(work.tx, unit.id, command.new)
  await broadcastLamps(places, new Set(), { work, units: new Map([[topic, unit]]) })
}
