import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

function invalidateReads(cache: CachePatcher, plantId: string): void {
  cache.refetch('getRooms', (input) => input.plantId === plantId)
  cache.refetch('getRoomLamps', (input) => input.plantId === plantId)
  cache.refetch('getRoom', (input) => input.plantId === plantId)
}

/** Keeps a plant's rooms and their contents in sync. */
export const roomPatches: RealtimePatches = {
  saveRoom: (cache, { plant_id }) => invalidateReads(cache, plant_id),
  removeRoom: (cache, { plant_id }) => invalidateReads(cache, plant_id),
  assignToRoom: (cache, { plant_id }) => invalidateReads(cache, plant_id),
  // A room refers to lamps by serial, which have other addresses in a new list.
  lampsReset: (cache, { plant_id }) => cache.refetchSpread('getRoomLamps', (input) => input.plantId === plant_id),
}
