import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** The lamps themselves are kept by their own feature; here is what can be undone. */
export const lampTextPatches: RealtimePatches = {
  saveLampTexts: (cache, { plant_id }) => cache.refetch('getLampTextRevisions', (input) => input.plantId === plant_id),
}
