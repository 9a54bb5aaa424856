import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

const invalidateReads = (cache: CachePatcher, { plant_id }: { plant_id: string }): void => {
  cache.refetch('getTestPlan', ({ plantId }) => plantId === plant_id)
  cache.refetch('getPlannedDay', ({ plantId }) => plantId === plant_id)
}

/** Refreshes an open year plan as units confirm it, dates move and lamps change. */
export const plannerPatches: RealtimePatches = {
  testPlan: invalidateReads,
  shadow: invalidateReads,
  assignToRoom: invalidateReads,
  removeCu: invalidateReads,
}
