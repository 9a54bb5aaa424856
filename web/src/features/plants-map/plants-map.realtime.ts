import type { Condition } from '@vigilux/contract/features/plants/conditions.ts'
import type { CachePatcher, RealtimePatches } from '../../shared/realtime/event-buffer.ts'

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
        const before = answer.pins.find(({ plant }) => plant?.plant_id === plant_id)
        if (!before) return answer
        isShown = true
        if (before.condition === condition) return answer
        return { ...answer, pins: answer.pins.map((pin) => (pin === before ? { ...pin, condition } : pin)) }
      },
    )
    if (!isShown && lastConditions.get(plant_id) !== condition) cache.refetchSpread('getPlantsOnMap')
    lastConditions.set(plant_id, condition)
    let isMoved = false
    cache.update(
      'getPlantsInView',
      () => true,
      (answer) => {
        const before = answer.plants.find((plant) => plant.plant_id === plant_id)
        isMoved ||= before?.condition !== condition
        if (!before) return answer
        return { plants: answer.plants.map((plant) => (plant === before ? { ...plant, ...figures } : plant)) }
      },
    )
    // The list next to the map is sorted by state.
    if (isMoved) cache.refetchSpread('getPlantsInView')
  },
  savePlant: invalidateReads,
  updatePlant: invalidateReads,
  removePlant: invalidateReads,
  plantArchived: invalidateReads,
  membershipEnded: invalidateReads,
}
