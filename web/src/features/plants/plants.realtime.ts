import { invalidatePlant, patchPlantDetails } from '../../shared/plant/plant-patches.ts'
import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Keeps plants, their stats and the lists of plants in sync. */
export const plantPatches: RealtimePatches = {
  plantCounts: (cache, { plant_id, ...figures }) => {
    patchPlantDetails(cache, plant_id, (answer) => ({ ...answer, plant: { ...answer.plant, ...figures } }))
    let isMoved = false
    cache.update(
      'getAllPlants',
      () => true,
      (answer) => {
        const before = answer.plants.find((plant) => plant.plant_id === plant_id)
        isMoved ||= before?.condition !== figures.condition || before.lamps !== figures.lamps
        if (!before) return answer
        const conditions = { ...answer.conditions }
        conditions[before.condition] -= 1
        conditions[figures.condition] += 1
        const plants = answer.plants.map((plant) => (plant === before ? { ...plant, ...figures } : plant))
        const connected = answer.totals.connected + figures.units.connected - before.units.connected
        const units = answer.totals.units + figures.units.total - before.units.total
        const lamps = answer.totals.lamps + figures.lamps - before.lamps
        return { ...answer, plants, conditions, totals: { ...answer.totals, connected, units, lamps } }
      },
    )
    // The server sorts and filters by these values, so the plant's position or page may have changed.
    if (isMoved) cache.refetchSpread('getAllPlants')
  },
  saveFavourite: (cache, { plant_id }) => invalidatePlant(cache, plant_id),
  savePlant: (cache) => cache.refetch('getAllPlants'),
  updatePlant: (cache, { plant_id }) => invalidatePlant(cache, plant_id),
}
