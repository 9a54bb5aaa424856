import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps the person's views in sync between their browsers. */
export const viewPatches: RealtimePatches = {
  saveView: (cache, { plant_id }) => cache.refetch('getViews', (input) => input.plantId === plant_id),
  removeView: (cache, { plant_id }) => cache.refetch('getViews', (input) => input.plantId === plant_id),
}
