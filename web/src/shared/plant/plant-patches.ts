import type { RealtimePatches } from '../realtime/event-buffer.ts'

/** The figures of a plant in its own answer and in every list of plants. */
export const plantPatches: RealtimePatches = {
  plantCounts: (cache, { plant_id, ...figures }) => {
    cache.update(
      'getPlantDetails',
      (input) => input.plantId === plant_id,
      (answer) => ({ ...answer, plant: { ...answer.plant, ...figures } }),
    )
    cache.update(
      'getAllPlants',
      () => true,
      (answer) =>
        answer.plants.some((plant) => plant.plant_id === plant_id)
          ? {
              ...answer,
              plants: answer.plants.map((plant) => (plant.plant_id === plant_id ? { ...plant, ...figures } : plant)),
            }
          : answer,
    )
  },
  savePlant: (cache) => cache.refetch('getAllPlants'),
  removePlant: (cache, { plant_id }) => {
    cache.refetch('getAllPlants')
    cache.refetch('getPlantDetails', (input) => input.plantId === plant_id)
  },
  updatePlant: (cache, { plant_id }) => {
    cache.refetch('getAllPlants')
    cache.refetch('getPlantDetails', (input) => input.plantId === plant_id)
  },
  plantUsers: (cache, { plant_id, plant_users }) =>
    cache.update(
      'getPlantDetails',
      (input) => input.plantId === plant_id,
      (answer) => ({ ...answer, plant: { ...answer.plant, plant_users } }),
    ),
  membershipEnded: (cache, { plant_id }) => {
    cache.refetch('getAllPlants')
    cache.refetch('getPlantDetails', (input) => input.plantId === plant_id)
  },
}
