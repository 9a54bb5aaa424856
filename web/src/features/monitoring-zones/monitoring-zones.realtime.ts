import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

const invalidateReads = (cache: CachePatcher, plantId: string) =>
  cache.refetch('getMonitoringZonesPost', (input) => input.plantId === plantId)

/** Keeps a plant's monitoring zones in sync. */
export const monitoringZonePatches: RealtimePatches = {
  saveMonitoringZone: (cache, { plant_id }) => invalidateReads(cache, plant_id),
  removeMonitoringZone: (cache, { plant_id, zone_id }) =>
    cache.update(
      'getMonitoringZonesPost',
      (input) => input.plantId === plant_id,
      ({ zones }) => ({ zones: zones.filter(({ id }) => id !== zone_id) }),
    ),
  removeCu: (cache, { plant_id }) => invalidateReads(cache, plant_id),
  // A zone refers to lamps by serial, which have other addresses in a new list.
  lampsReset: (cache, { plant_id }) =>
    cache.refetchSpread('getMonitoringZonesPost', (input) => input.plantId === plant_id),
}
