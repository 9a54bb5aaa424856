import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Aggregations refer to their users, and zones to their aggregations' groups. */
const invalidateReads = (
  cache: CachePatcher,
  plantId: string,
  action: 'getCollections' | 'getZones' | 'getZoneLamps',
) => cache.refetch(action, (input) => input.plantId === plantId)

/** Keeps a plant's zones and their contents in sync. */
export const zonePatches: RealtimePatches = {
  saveZone: (cache, { plant_id, zone }) => {
    cache.update(
      'getZones',
      (input) => input.plantId === plant_id,
      ({ zones }) => ({ zones: [...zones.filter(({ id }) => id !== zone.id), zone] }),
    )
    invalidateReads(cache, plant_id, 'getCollections')
  },
  removeZone: (cache, { plant_id, zone_id }) => {
    cache.update(
      'getZones',
      (input) => input.plantId === plant_id,
      ({ zones }) => ({ zones: zones.filter(({ id }) => id !== zone_id) }),
    )
    invalidateReads(cache, plant_id, 'getCollections')
  },
  updateZoneLamps: (cache, { plant_id }) => invalidateReads(cache, plant_id, 'getZoneLamps'),
  saveCollection: (cache, { plant_id }) => invalidateReads(cache, plant_id, 'getZones'),
  removeCollection: (cache, { plant_id }) => invalidateReads(cache, plant_id, 'getZones'),
  removeCu: (cache, { plant_id }) => {
    invalidateReads(cache, plant_id, 'getZones')
    invalidateReads(cache, plant_id, 'getZoneLamps')
  },
  // A zone refers to lamps by serial, which have other addresses in a new list.
  lampsReset: (cache, { plant_id }) => cache.refetchSpread('getZoneLamps', (input) => input.plantId === plant_id),
}
