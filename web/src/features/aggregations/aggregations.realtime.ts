import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps aggregations in sync; those of a unit are removed with it. */
export const aggregationPatches: RealtimePatches = {
  saveCollection: (cache, { plant_id, collection }) =>
    cache.update(
      'getCollections',
      (input) => input.plantId === plant_id,
      ({ collections }) => ({ collections: [...collections.filter(({ id }) => id !== collection.id), collection] }),
    ),
  removeCollection: (cache, { plant_id, collection_id }) =>
    cache.update(
      'getCollections',
      (input) => input.plantId === plant_id,
      ({ collections }) => ({ collections: collections.filter(({ id }) => id !== collection_id) }),
    ),
  removeCu: (cache, { plant_id }) => cache.refetch('getCollections', (input) => input.plantId === plant_id),
}
