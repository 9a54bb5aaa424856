import type { Condition } from '@vigilux/contract/features/plants/conditions.ts'
import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Last known conditions of plants: pins of several plants are refetched only when one of their conditions changes. */
const lastConditions = new Map<string, Condition>()

const invalidateReads = (cache: CachePatcher): void => {
  cache.refetchSpread('getPlantsOnMap')
  cache.refetch('getPlantsInView')
}

/** Keeps pins and the list next to them in sync. */
export const plantsMapPatches: RealtimePatches = {
  plantCounts: (cache, { plant_id, ...figures }) => {
    const { condition } = figures
    let isShown = false
    cache.update(
      'getPlantsOnMap',
      () => true,
      (answer) => {
        const changedPin = answer.pins.find(({ plant }) => plant?.plant_id === plant_id)
        if (!changedPin) return answer
        isShown = true
        if (changedPin.condition === condition) return answer
        return { ...answer, pins: answer.pins.map((pin) => (pin === changedPin ? { ...pin, condition } : pin)) }
      },
    )
    if (!isShown && lastConditions.get(plant_id) !== condition) cache.refetchSpread('getPlantsOnMap')
    lastConditions.set(plant_id, condition)
    let isSortChanged = false
    cache.update(
      'getPlantsInView',
      () => true,
      (answer) => {
        const listedPlant = answer.plants.find((plant) => plant.plant_id === plant_id)
        isSortChanged ||= listedPlant?.condition !== condition
        if (!listedPlant) return answer
        return { plants: answer.plants.map((plant) => (plant === listedPlant ? { ...plant, ...figures } : plant)) }
      },
    )
    // The list next to the map is sorted by state.
    if (isSortChanged) cache.refetchSpread('getPlantsInView')
  },
  savePlant: invalidateReads,
  updatePlant: invalidateReads,
  removePlant: invalidateReads,
  plantArchived: invalidateReads,
  membershipEnded: invalidateReads,
}
