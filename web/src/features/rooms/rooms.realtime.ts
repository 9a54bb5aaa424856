import type { CachePatcher, RealtimePatches } from '../../shared/realtime/event-buffer.ts'

function invalidateReads(cache: CachePatcher, plantId: string): void {
  cache.refetch('getRooms', (input) => input.plantId === plantId)
  cache.refetch('getRoomLamps', (input) => input.plantId === plantId)
  cache.refetch('getRoom', (input) => input.plantId === plantId)
}

/** Keeps the rooms of a plant, and what is in them, as the server reports them. */
export const roomPatches: RealtimePatches = {
  saveRoom: (cache, { plant_id }) => invalidateReads(cache, plant_id),
  removeRoom: (cache, { plant_id }) => invalidateReads(cache, plant_id),
  assignToRoom: (cache, { plant_id }) => invalidateReads(cache, plant_id),
  // A room holds lamps by their serials: on a new list they stand elsewhere.
  lampsReset: (cache, { plant_id }) => cache.refetchSpread('getRoomLamps', (input) => input.plantId === plant_id),
}
