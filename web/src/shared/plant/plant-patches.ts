import type { ActionOutput } from '../api/actions.ts'
import type { CachePatcher } from '../realtime/event-buffer.ts'

/** Patches the answer that all pages of a plant share; each feature patches its own part. */
export function patchPlantDetails(
  cache: CachePatcher,
  plantId: string,
  change: (details: ActionOutput<'getPlantDetails'>) => ActionOutput<'getPlantDetails'>,
): void {
  cache.update('getPlantDetails', (input) => input.plantId === plantId, change)
}

/** Refetches the plant and the lists that may contain it. */
export function invalidatePlant(cache: CachePatcher, plantId: string): void {
  cache.refetch('getAllPlants')
  cache.refetch('getPlantDetails', (input) => input.plantId === plantId)
}

/** The list with the item replaced, or appended when it is new. */
export function upsert<Item>(items: readonly Item[], item: Item, isSameItem: (other: Item) => boolean): Item[] {
  return items.some(isSameItem) ? items.map((other) => (isSameItem(other) ? item : other)) : [...items, item]
}
