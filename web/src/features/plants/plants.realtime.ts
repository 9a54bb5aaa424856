import { invalidatePlant, patchPlantDetails } from '../../shared/plant/plant.ts'
import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps plants, their stats and the lists of plants in sync. */
export const plantPatches: RealtimePatches = {
  plantCounts: (cache, { plant_id, ...figures }) => {
    patchPlantDetails(cache, plant_id, (answer) => ({ ...answer, plant: { ...answer.plant, ...figures } }))
    let isSortChanged = false
    cache.update(
      'getAllPlants',
      () => true,
      (answer) => {
        const listedPlant = answer.plants.find((plant) => plant.plant_id === plant_id)
        isSortChanged ||= listedPlant?.condition !== figures.condition || listedPlant.lamps !== figures.lamps
        if (!listedPlant) return answer
        const conditions = { ...answer.conditions }
        conditions[listedPlant.condition] -= 1
        conditions[figures.condition] += 1
        const plants = answer.plants.map((plant) => (plant === listedPlant ? { ...plant, ...figures } : plant))
        const connected = answer.totals.connected + figures.units.connected - listedPlant.units.connected
        const units = answer.totals.units + figures.units.total - listedPlant.units.total
        const lamps = answer.totals.lamps + figures.lamps - listedPlant.lamps
        return { ...answer, plants, conditions, totals: { ...answer.totals, connected, units, lamps } }
      },
    )
    cache.refetchSpread('getPlantOutlooks', ({ plantIds }) => plantIds.includes(plant_id))
    // The server sorts and filters by these values, so the plant's position or page may have changed.
    if (isSortChanged) cache.refetchSpread('getAllPlants')
  },
  saveFavourite: (cache, { plant_id }) => invalidatePlant(cache, plant_id),
  savePlant: (cache) => cache.refetch('getAllPlants'),
  updatePlant: (cache, { plant_id }) => invalidatePlant(cache, plant_id),
}
