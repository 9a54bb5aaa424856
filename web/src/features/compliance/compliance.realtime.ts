import type { CachePatcher, RealtimePatches } from '../../shared/realtime/event-buffer.ts'

type PlantEvent = { plant_id: string }

const invalidateReads = (cache: CachePatcher, { plant_id }: PlantEvent): void =>
  cache.refetchSpread('getCompliance', (input) => input.plantId === plant_id)

/** What the rules look at changes with tests, faults, connections and what people choose; all browsers are spread over a second. */
export const compliancePatches: RealtimePatches = {
  // Once it has ended, and not with each lamp: the answer is large, and a thousand lamps report one after the other.
  ftest: (cache, { plant_id, test }) => {
    if (test.endedAt !== null) invalidateReads(cache, { plant_id })
  },
  plantCounts: invalidateReads,
  removeCu: invalidateReads,
  logbook: invalidateReads,
  complianceProfile: (cache, told) => {
    invalidateReads(cache, told)
    cache.refetchSpread('getComplianceWeeks', (input) => input.plantId === told.plant_id)
  },
  inspectorLinks: (cache, { plant_id }) => cache.refetch('getInspectorLinks', (input) => input.plantId === plant_id),
}
