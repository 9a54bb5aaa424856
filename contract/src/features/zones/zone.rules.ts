import type { Lamp } from '../lamps/lamp.ts'
import type { Zone } from './zone.ts'

/** Lamps assigned directly to a zone, by address. */
export type ZonePlaces = { zone_id: string; topic: string; addrs: readonly number[] }

const noZones: readonly string[] = []

/**
 * Zones of each lamp, in the order of `zones`: by direct assignment, or by an aggregation of one of its groups. Computed once for all
 * lamps, because a plant may have 30,000.
 */
export function zonesByLamp(
  zones: readonly Pick<Zone, 'id' | 'groups'>[],
  places: readonly ZonePlaces[],
): (lamp: Pick<Lamp, 'cu' | 'id' | 'groups'>) => readonly string[] {
  const rank = new Map(zones.map(({ id }, at) => [id, at]))
  const known = new Map<string, string[]>()
  const note = (key: string, zoneId: string): void => {
    const before = known.get(key)
    if (before) before.push(zoneId)
    else known.set(key, [zoneId])
  }
  for (const { id, groups } of zones)
    for (const { cu, groups: its } of groups) for (const group of its) note(`${cu} ${group}`, id)
  for (const { zone_id, topic, addrs } of places)
    if (rank.has(zone_id)) for (const addr of addrs) note(`${topic}.${addr}`, zone_id)
  return ({ cu, id, groups }) => {
    const found = [known.get(`${cu}.${id}`), ...groups.map((group) => known.get(`${cu} ${group}`))]
    const filled = found.filter((some) => some !== undefined)
    if (filled.length === 0) return noZones
    const ids = [...new Set(filled.flat())]
    return ids.length === 1 ? ids : ids.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
  }
}
