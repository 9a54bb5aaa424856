import type { Lamp } from '../lamps/lamp.ts'
import type { Zone } from './zone.ts'

/** Lamps assigned directly to a zone, by address. */
export type ZonePlaces = { zone_id: string; topic: string; addrs: readonly number[] }

const noZones: readonly string[] = []

/**
 * Zones of each lamp, in the order of `zones`: by direct assignment, or by an aggregation of one of its groups.
 * Computed once for all lamps, because a plant may have 30,000.
 */
export function zonesByLamp(
  zones: readonly Pick<Zone, 'id' | 'groups'>[],
  places: readonly ZonePlaces[],
): (lamp: Pick<Lamp, 'cu' | 'id' | 'groups'>) => readonly string[] {
  const rank = new Map(zones.map(({ id }, at) => [id, at]))
  const zonesByPlace = new Map<string, string[]>()
  const note = (key: string, zoneId: string): void => {
    const placeZones = zonesByPlace.get(key)
    if (placeZones) placeZones.push(zoneId)
    else zonesByPlace.set(key, [zoneId])
  }
  for (const { id, groups } of zones)
    for (const { cu, groups: zoneGroups } of groups) for (const group of zoneGroups) note(`${cu} ${group}`, id)
  for (const { zone_id, topic, addrs } of places)
    if (rank.has(zone_id)) for (const addr of addrs) note(`${topic}.${addr}`, zone_id)
  return ({ cu, id, groups }) => {
    const found = [zonesByPlace.get(`${cu}.${id}`), ...groups.map((group) => zonesByPlace.get(`${cu} ${group}`))]
    const foundZones = found.filter((some) => some !== undefined)
    if (foundZones.length === 0) return noZones
    const ids = [...new Set(foundZones.flat())]
    return ids.length === 1 ? ids : ids.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
  }
}
