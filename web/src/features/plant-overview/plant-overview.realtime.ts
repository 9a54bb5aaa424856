import type { CachePatcher, RealtimePatches } from '../../shared/realtime/event-buffer.ts'

const readAgain = (cache: CachePatcher, { plant_id }: { plant_id: string }): void =>
  cache.refetchSpread('getRecentEvents', (input) => input.plantId === plant_id)

/** What happened lately is read again after whatever may stand there, all browsers of a plant spread over a second. */
export const overviewPatches: RealtimePatches = {
  // Faults, mains and connections change the figures.
  plantCounts: readAgain,
  response: readAgain,
  ftest: (cache, { plant_id, test }) => {
    if (test.endedAt !== null) readAgain(cache, { plant_id })
  },
  enrollCuAck: readAgain,
  removeCu: readAgain,
  updatePlant: readAgain,
  plantUsers: readAgain,
  saveLampDescription: readAgain,
  saveGroup: readAgain,
  saveRoom: readAgain,
  removeRoom: readAgain,
  assignToRoom: readAgain,
  attachments: readAgain,
}
