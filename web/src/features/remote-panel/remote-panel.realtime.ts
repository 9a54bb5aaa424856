import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps inhibition requests in sync; the units' own states come with the units. */
export const remotePanelPatches: RealtimePatches = {
  inhibitions: (cache, { plant_id }) => cache.refetch('getInhibitions', (input) => input.plantId === plant_id),
}
