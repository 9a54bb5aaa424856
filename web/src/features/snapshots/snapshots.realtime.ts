import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Refetches the unit's lists when a snapshot was taken, because they are paged. */
export const snapshotPatches: RealtimePatches = {
  snapshot: (cache, { plant_id, snapshot }) =>
    cache.refetch('getSnapshots', (input) => input.plantId === plant_id && input.topic === snapshot.cu),
  // A snapshot is compared with the unit's current configuration.
  shadow: (cache, { plant_id }) => cache.refetch('getSnapshot', (input) => input.plantId === plant_id),
  lamps: (cache, { plant_id }) => cache.refetch('getSnapshot', (input) => input.plantId === plant_id),
}
