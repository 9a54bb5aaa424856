import { invalidatePlant, patchPlantDetails } from '../../shared/plant/plant-patches.ts'
import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Keeps the members of plants as the server reports them, and takes away a plant in which one's own part has ended. */
export const memberPatches: RealtimePatches = {
  plantUsers: (cache, { plant_id, plant_users }) => {
    patchPlantDetails(cache, plant_id, (answer) => ({ ...answer, plant: { ...answer.plant, plant_users } }))
    // The event carries no addresses: each browser reads what its role may see.
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
