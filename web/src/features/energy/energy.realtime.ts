import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** All plants are booked every quarter of an hour: not every open browser asks in the same moment. */
export const energyPatches: RealtimePatches = {
  energyChanged: (cache, { plant_id }) => cache.refetchSpread('getEnergy', (input) => input.plantId === plant_id),
}
