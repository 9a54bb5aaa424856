import type { ZonePlaces } from '@vigilux/contract/features/zones/zone.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listUsedAggregations } from '../aggregations/index.ts'
import { type ZoneRow, zoneLamps, zoneRows } from './zones.store.ts'

/** A zone with its resolved parts: groups of units, and lamps assigned directly. */
export type ZoneParts = { zone: ZoneRow; groups: { cu: string; groups: number[] }[]; places: ZonePlaces[] }

/** A zone with everything in it; undefined when the plant has no such zone. */
export const partsOfZone = async (tx: Tx, plantId: string, zoneId: string): Promise<ZoneParts | undefined> => {
  const zone = await zoneRows.find(tx, plantId, zoneId)
  if (!zone) return undefined
  const usedAggregations = await listUsedAggregations(tx, plantId, 'zone')
  return {
    zone,
    groups: usedAggregations.filter(({ usedBy }) => usedBy === zoneId).map(({ cu, groups }) => ({ cu, groups })),
    places: (await zoneLamps.listPlaces(tx, plantId)).filter((one) => one.zone_id === zoneId),
  }
}
