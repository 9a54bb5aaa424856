import { passOnLampPhotos } from '../attachments/index.ts'
import { findUnit } from '../central-units/index.ts'
import type { CommandListener } from '../commands/index.ts'
import { passOnPlaces } from '../floor-plans/index.ts'
import { announceLamps, passOnLampNotes, placesOfSerials } from '../lamps/index.ts'
import { passOnMonitoringZones } from '../monitoring-zones/index.ts'
import { passOnRooms } from '../rooms/index.ts'
import { passOnRoundItems } from '../rounds/index.ts'
import { passOnZones } from '../zones/index.ts'

/** A lamp that takes another's place has its description, notes, photos, room and work in hand from then on; its tests and its battery begin anew. */
export const lampTakeOverListener: CommandListener = async ({ command, state, plantId, unit: topic }, work) => {
  if (command.name !== 'substituteLogicaFM' || state !== 'done') return
  const unit = await findUnit(work.tx, plantId, { topic })
  if (!unit) return
  const successors = command.old.flatMap((old, at) => {
    const successor = command.new[at]
    return successor === undefined ? [] : { old, new: successor }
  })
  await passOnLampNotes(work.tx, unit.id, successors)
  await passOnLampPhotos(work.tx, unit.id, successors)
  await passOnRoundItems(work.tx, unit.id, successors)
  await passOnRooms(work.tx, unit.id, successors)
  await passOnPlaces(work.tx, unit.id, successors)
  await passOnZones(work.tx, unit.id, successors)
  await passOnMonitoringZones(work.tx, unit.id, successors)
  const places = await placesOfSerials(work.tx, unit.id, command.new)
  await announceLamps(places, new Set(), { work, units: new Map([[topic, unit]]) })
}
