import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

/** The week of all plants depends on each of them. */
const invalidateReads = (cache: CachePatcher, { plant_id }: { plant_id: string }): void => {
  cache.refetchSpread('getWeek', ({ plantId }) => plantId === undefined || plantId === plant_id)
  cache.refetchSpread('getWeekDone')
}

const invalidateAll = (cache: CachePatcher): void => cache.refetchSpread('getWeek')

/** Refetches duties after every change of their sources, spread over a second among all browsers. */
export const weekPatches: RealtimePatches = {
  // Faults and schedules of units.
  plantCounts: invalidateReads,
  shadow: invalidateReads,
  removeCu: invalidateReads,
  ftest: (cache, { plant_id, test }) => {
    if (test.endedAt !== null) invalidateReads(cache, { plant_id })
  },
  testPlan: invalidateReads,
  heldTest: invalidateReads,
  round: invalidateReads,
  // Signatures, and the limits of repairs.
  logbook: invalidateReads,
  complianceProfile: invalidateReads,
  plantUsers: invalidateReads,
  setMemberRole: invalidateReads,
  savePlant: invalidateAll,
  updatePlant: invalidateReads,
  removePlant: invalidateAll,
  plantArchived: invalidateAll,
  updateUserValidation: invalidateAll,
}
