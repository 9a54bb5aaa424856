import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** A snapshot was taken: the lists of its unit are read again, as they come page by page. */
export const snapshotPatches: RealtimePatches = {
  snapshot: (cache, { plant_id, snapshot }) =>
    cache.refetch('getSnapshots', (input) => input.plantId === plant_id && input.topic === snapshot.cu),
  // What a snapshot differs in is measured against the unit as it is now.
  shadow: (cache, { plant_id }) => cache.refetch('getSnapshot', (input) => input.plantId === plant_id),
  lamps: (cache, { plant_id }) => cache.refetch('getSnapshot', (input) => input.plantId === plant_id),
}
