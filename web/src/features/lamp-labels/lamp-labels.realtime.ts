import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** The lamps feature patches the lamps; these patches cover the revisions. */
export const lampTextPatches: RealtimePatches = {
  saveLampTexts: (cache, { plant_id }) => cache.refetch('getLampTextRevisions', (input) => input.plantId === plant_id),
}
