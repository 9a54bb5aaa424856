import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

const invalidateReads = (cache: CachePatcher, { plant_id }: { plant_id: string }): void =>
  cache.refetchSpread('getRecentEvents', (input) => input.plantId === plant_id)

/** Recent events are refetched after each event which may appear there, within a second of all browsers. */
export const overviewPatches: RealtimePatches = {
  // Faults, mains and connections change the stats.
  plantCounts: invalidateReads,
  response: invalidateReads,
  ftest: (cache, { plant_id, test }) => {
    if (test.endedAt !== null) invalidateReads(cache, { plant_id })
  },
  enrollCuAck: invalidateReads,
  removeCu: invalidateReads,
  updatePlant: invalidateReads,
  plantUsers: invalidateReads,
  saveLampDescription: invalidateReads,
  saveGroup: invalidateReads,
  saveRoom: invalidateReads,
  removeRoom: invalidateReads,
  assignToRoom: invalidateReads,
  attachments: invalidateReads,
}
