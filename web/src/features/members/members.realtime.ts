import { invalidatePlant, patchPlantDetails } from '../../shared/plant/plant.ts'
import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps members of plants in sync, and removes a plant when the own membership has ended. */
export const memberPatches: RealtimePatches = {
  plantUsers: (cache, { plant_id, plant_users }) => {
    patchPlantDetails(cache, plant_id, (answer) => ({ ...answer, plant: { ...answer.plant, plant_users } }))
    // The event contains no addresses: each browser refetches the list for its role.
    cache.refetch('getPlantUsers', (input) => input.plantId === plant_id)
    cache.refetch('getEndedMembers', (input) => input.plantId === plant_id)
    cache.refetch('getEscalation', (input) => input.plantId === plant_id)
    cache.refetch('listaInviti', (input) => input.plantId === plant_id)
    cache.refetch('getMemberRules', (input) => input.plantId === plant_id)
  },
  setMemberRole: (cache, { plant_id }) => invalidatePlant(cache, plant_id),
  membershipEnds: (cache, { plant_id }) => invalidatePlant(cache, plant_id),
  membershipEnded: (cache, { plant_id }) => invalidatePlant(cache, plant_id),
}
