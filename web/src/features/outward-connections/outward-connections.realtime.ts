import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Shows the reports of bridges, the switches, and the end of their tokens. */
export const outwardConnectionPatches: RealtimePatches = {
  outwardConnections: (cache, { plant_id }) =>
    cache.refetch('getOutwardConnections', (input) => input.plantId === plant_id),
  accessTokens: (cache, { plant_id }) => cache.refetch('getOutwardConnections', (input) => input.plantId === plant_id),
}
