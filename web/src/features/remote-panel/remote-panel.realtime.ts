import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Keeps what was asked of units true; what they say themselves comes with the units. */
export const remotePanelPatches: RealtimePatches = {
  inhibitions: (cache, { plant_id }) => cache.refetch('getInhibitions', (input) => input.plantId === plant_id),
}
