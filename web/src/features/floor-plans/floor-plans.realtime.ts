import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Links to pictures belong to one session and versions are counted, so both are refetched. */
export const floorPlanPatches: RealtimePatches = {
  floorPlans: (cache, { plant_id }) => {
    cache.refetch('getFloorPlans', (input) => input.plantId === plant_id)
    cache.refetch('getFloorPlanLamps', (input) => input.plantId === plant_id)
    cache.refetch('getFloorPlanRooms', (input) => input.plantId === plant_id)
  },
  // A removed room loses its outline.
  removeRoom: (cache, { plant_id }) => cache.refetch('getFloorPlanRooms', (input) => input.plantId === plant_id),
  // A place is bound to a serial, which has another address in a new list.
  lampsReset: (cache, { plant_id }) => cache.refetchSpread('getFloorPlanLamps', (input) => input.plantId === plant_id),
  // A unit leaving the plant leaves its plan, together with its lamps.
  removeCu: (cache, { plant_id }) => cache.refetch('getFloorPlanLamps', (input) => input.plantId === plant_id),
  aggiornaMappe: (cache, { plant_id }) => cache.refetch('getFloorPlanLamps', (input) => input.plantId === plant_id),
}
