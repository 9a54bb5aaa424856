import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps the lists of access tokens in sync with other browsers. */
export const accessTokenPatches: RealtimePatches = {
  accessTokens: (cache, { plant_id }) =>
    plant_id === null
      ? cache.refetch('getAccessTokens')
      : cache.refetch('getPlantAccessTokens', (input) => input.plantId === plant_id),
}
