import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Reads over all plants of the person, or one. */
const ofPlants = ['getTestYear', 'getTestMonth', 'getFirstTest', 'getTestPlanChanges', 'getLightRepeats'] as const

/** A unit's schedule is part of its report; the calendar of all plants depends on each of them. */
const invalidateReads = (cache: CachePatcher, { plant_id }: { plant_id: string }): void => {
  for (const action of ofPlants) cache.refetch(action, ({ plantId }) => plantId === undefined || plantId === plant_id)
  cache.refetch('getNextTests', ({ plantId }) => plantId === plant_id)
}

/** Refreshes open calendars as units and tests progress. */
export const testCalendarPatches: RealtimePatches = {
  shadow: invalidateReads,
  ftest: invalidateReads,
  plantCounts: invalidateReads,
  removeCu: invalidateReads,
  testPlan: invalidateReads,
  heldTest: invalidateReads,
  // The light must be measured again five years after both sides have signed.
  handover: invalidateReads,
}
