import type { UnitCommand } from '@vigilux/device-plane/central-unit-type.ts'
import { clockChangesAhead } from '@vigilux/device-plane/commands.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { OnlineNews } from '../../kernel/device-messages.ts'
import type { Work } from '../../kernel/work.ts'
import { offsetMinIn, zoned } from '../../kernel/zoned.ts'
import { lastCommand, requestCommand } from '../commands/index.ts'
import { archivedAmong, plantZones } from '../plants/index.ts'
import { isClockWrong } from './clock-readings.ts'
import { clockDriftIn, findLinks, type UnitLink } from './unit-links.store.ts'

/** Two readings agree within this; a keepalive that waited in a queue does not agree with the next one. */
const agreementS = 5
/** What a unit said before its clock was set may still be on its way for so long. */
const settlingMs = 60_000
/** A reading older than this does not count. */
const freshMs = 75_000

/** The next clock changes of a zone, each with the minutes that it is ahead of UTC from then on. */
export const clockChanges = (zone: string, after: Date): { at: string; utcOffsetMin: number }[] => {
  const changes = []
  let next = zoned(after, zone).getTimeZoneTransition('next')
  while (next && changes.length < clockChangesAhead) {
    const at = new Date(next.epochMilliseconds)
    changes.push({ at: at.toISOString(), utcOffsetMin: offsetMinIn(at, zone) })
    next = next.getTimeZoneTransition('next')
  }
  return changes
}

/** The command that sets a unit's clock to the platform's time in the plant's zone. */
export const clockCommand = async (work: Work, { plantId }: { plantId: string }): Promise<UnitCommand> => {
  const now = work.now
  const zone = (await plantZones(work.tx, [plantId])).get(plantId) ?? 'UTC'
  const offset = { utcOffsetMin: offsetMinIn(now, zone), changes: clockChanges(zone, now) }
  return { name: 'setClock', at: now.toISOString(), ...offset }
}

const isOffAgain = (news: OnlineNews, link: UnitLink | undefined, now: Date): boolean => {
  if (!news.online || !link || now.getTime() - link.lastSeen.getTime() > freshMs) return false
  return isClockWrong(news.driftS) && Math.abs((news.driftS ?? 0) - (clockDriftIn(news.life, link) ?? 0)) <= agreementS
}

/**
 * Sets clocks right without being asked: once two keepalives in a row agree on how far off a unit is. It runs before
 * the links are stored, and so sees what was known until now.
 */
export const clockKeeper: DeviceListeners = {
  async online(news, { work, units }) {
    const suspects = news.filter((one) => one.online && isClockWrong(one.driftS))
    if (suspects.length === 0) return
    const links = await findLinks(work.tx, [...new Set(suspects.map(({ unit }) => unit))])
    const off = suspects.filter((one) => isOffAgain(one, links.get(one.unit), work.now))
    const ours = off.flatMap(({ unit, life }) => (units.get(unit)?.life === life ? (units.get(unit) ?? []) : []))
    const archived = await archivedAmong(work.tx, [...new Set(ours.map(({ plantId }) => plantId))])
    for (const unit of new Set(ours)) {
      if (archived.has(unit.plantId)) continue
      if (!work.ports.devices.types[unit.cuType]?.facts.commands.includes('setClock')) continue
      const last = await lastCommand(work.tx, unit.unit, 'setClock')
      if (last && work.now.getTime() - last.requestedAt.getTime() < settlingMs) continue
      const command = await clockCommand(work, unit)
      await requestCommand({ work, caller: null }, { plantId: unit.plantId, unit, command })
    }
  },
}
