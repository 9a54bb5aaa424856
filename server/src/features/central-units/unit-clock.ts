import { clockChangesAhead, type UnitCommand } from '@vigilux/device-plane/commands.ts'
import type { OnlineUpdate } from '@vigilux/device-plane/device-updates.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { Work } from '../../kernel/work.ts'
import { offsetMinutes, toZoned } from '../../kernel/zoned.ts'
import { findLastCommand, queueCommand } from '../commands/index.ts'
import { listArchived, listPlantZones } from '../plants/index.ts'
import { isClockWrong } from './clock-readings.ts'
import { clockDriftOf, findLinks, type UnitLink } from './unit-links.store.ts'

/** Seconds within which two readings agree; a keepalive delayed in a queue does not agree with the next one. */
const toleranceS = 5
/** Milliseconds for which messages sent before the clock was set may still arrive. */
const settleMs = 60_000
/** Maximum age of a reading in milliseconds. */
const maxHeardAgeMs = 75_000

/** The next clock changes of a zone, each with its new offset in minutes ahead of UTC. */
export const clockChanges = (
  zone: string,
  after: Date,
  max = clockChangesAhead,
): { at: string; utcOffsetMin: number }[] => {
  const changes = []
  let next = toZoned(after, zone).getTimeZoneTransition('next')
  while (next && changes.length < max) {
    const at = new Date(next.epochMilliseconds)
    changes.push({ at: at.toISOString(), utcOffsetMin: offsetMinutes(at, zone) })
    next = next.getTimeZoneTransition('next')
  }
  return changes
}

/** The command to set a unit's clock to the platform's time in the plant's zone. */
export const clockCommand = async (work: Work, { plantId }: { plantId: string }): Promise<UnitCommand> => {
  const now = work.now
  const zone = (await listPlantZones(work.tx, [plantId])).get(plantId) ?? 'UTC'
  const offset = { utcOffsetMin: offsetMinutes(now, zone), changes: clockChanges(zone, now) }
  return { name: 'setClock', at: now.toISOString(), ...offset }
}

const isClockWrongAgain = (update: OnlineUpdate, link: UnitLink | undefined, now: Date): boolean => {
  if (!update.online || !link || now.getTime() - link.lastSeen.getTime() > maxHeardAgeMs) return false
  return (
    isClockWrong(update.driftS) && Math.abs((update.driftS ?? 0) - (clockDriftOf(update.life, link) ?? 0)) <= toleranceS
  )
}

/**
 * Corrects clocks automatically, once two consecutive keepalives agree on the drift. Runs before the links are stored,
 * and so sees the previous ones.
 */
export const clockSyncListeners: DeviceListeners = {
  async online(updates, { work, units }) {
    const suspectUpdates = updates.filter((one) => one.online && isClockWrong(one.driftS))
    if (suspectUpdates.length === 0) return
    const links = await findLinks(work.tx, [...new Set(suspectUpdates.map(({ unit }) => unit))])
    const wrongClocks = suspectUpdates.filter((one) => isClockWrongAgain(one, links.get(one.unit), work.now))
    const enrolledUnits = wrongClocks.flatMap(({ unit, life }) =>
      units.get(unit)?.life === life ? (units.get(unit) ?? []) : [],
    )
    const archivedPlants = await listArchived(work.tx, [...new Set(enrolledUnits.map(({ plantId }) => plantId))])
    for (const unit of new Set(enrolledUnits)) {
      if (archivedPlants.has(unit.plantId)) continue
      if (!work.ports.devices.types[unit.cuType]?.facts.commands.includes('setClock')) continue
      const last = await findLastCommand(work.tx, unit.unit, 'setClock')
      if (last && work.now.getTime() - last.requestedAt.getTime() < settleMs) continue
      const command = await clockCommand(work, unit)
      await queueCommand({ work, caller: null }, { plantId: unit.plantId, unit, command })
    }
  },
}
