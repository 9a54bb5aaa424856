import type { ActionOutput } from '../api/actions.ts'
import type { CachePatcher } from '../realtime/event-buffer.ts'

/** Changes the answer that all pages of a plant share; each feature changes its own part of it. */
export function patchPlantDetails(
  cache: CachePatcher,
  plantId: string,
  change: (details: ActionOutput<'getPlantDetails'>) => ActionOutput<'getPlantDetails'>,
): void {
  cache.update('getPlantDetails', (input) => input.plantId === plantId, change)
}

/** The plant itself, and the lists in which it may stand, are read again. */
export function invalidatePlant(cache: CachePatcher, plantId: string): void {
  cache.refetch('getAllPlants')
  cache.refetch('getPlantDetails', (input) => input.plantId === plantId)
}

/** The list with the item in place of the one that is the same, or at its end. */
export function upsert<Item>(items: readonly Item[], item: Item, isSame: (other: Item) => boolean): Item[] {
  return items.some(isSame) ? items.map((other) => (isSame(other) ? item : other)) : [...items, item]
}
