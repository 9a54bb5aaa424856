import type { CachePatcher, RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Aggregations tell what uses them, and zones what their aggregations come to. */
const invalidateReads = (
  cache: CachePatcher,
  plantId: string,
  action: 'getCollections' | 'getZones' | 'getZoneLamps',
) => cache.refetch(action, (input) => input.plantId === plantId)

/** Keeps the zones of a plant, and what is in them, as the server reports them. */
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
  // A zone holds lamps by their serials: on a new list they stand elsewhere.
  lampsReset: (cache, { plant_id }) => cache.refetchSpread('getZoneLamps', (input) => input.plantId === plant_id),
}
