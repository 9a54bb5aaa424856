import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

type PlantEvent = { plant_id: string }

const invalidateReads = (cache: CachePatcher, { plant_id }: PlantEvent): void =>
  cache.refetchSpread('getCompliance', (input) => input.plantId === plant_id)

/** Refetches on tests, faults, connections and settings, spread over a second among all browsers. */
export const compliancePatches: RealtimePatches = {
  // Only at the end of a test, because the answer is large and a thousand lamps report one after the other.
  ftest: (cache, { plant_id, test }) => {
    if (test.endedAt !== null) invalidateReads(cache, { plant_id })
  },
  plantCounts: invalidateReads,
  removeCu: invalidateReads,
  logbook: invalidateReads,
  complianceProfile: (cache, plantEvent) => {
    invalidateReads(cache, plantEvent)
    cache.refetchSpread('getComplianceWeeks', (input) => input.plantId === plantEvent.plant_id)
  },
  inspectorLinks: (cache, { plant_id }) => cache.refetch('getInspectorLinks', (input) => input.plantId === plant_id),
}
