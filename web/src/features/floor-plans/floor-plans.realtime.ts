import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Links to pictures are of one session and versions are counted, so both are read again. */
export const floorPlanPatches: RealtimePatches = {
  floorPlans: (cache, { plant_id }) => {
    cache.refetch('getFloorPlans', (input) => input.plantId === plant_id)
    cache.refetch('getFloorPlanLamps', (input) => input.plantId === plant_id)
    cache.refetch('getFloorPlanRooms', (input) => input.plantId === plant_id)
  },
  // A room takes its outline along.
  removeRoom: (cache, { plant_id }) => cache.refetch('getFloorPlanRooms', (input) => input.plantId === plant_id),
  // A place is bound to a serial: on a new list it stands elsewhere.
  lampsReset: (cache, { plant_id }) => cache.refetchSpread('getFloorPlanLamps', (input) => input.plantId === plant_id),
  // A unit that leaves the plant leaves its plan, and its lamps with it.
  removeCu: (cache, { plant_id }) => cache.refetch('getFloorPlanLamps', (input) => input.plantId === plant_id),
  aggiornaMappe: (cache, { plant_id }) => cache.refetch('getFloorPlanLamps', (input) => input.plantId === plant_id),
}
