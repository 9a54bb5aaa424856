import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Aggregations and zones refer to scenes, and the preview covers all scenes. */
const invalidateReads = (cache: CachePatcher, plantId: string): void => {
  for (const action of ['getCollections', 'getZones', 'previewSceneRuns'] as const)
    cache.refetch(action, (input) => input.plantId === plantId)
}
const invalidateScenes = (cache: CachePatcher, plantId: string): void => {
  for (const action of ['getScenes', 'previewSceneRuns'] as const)
    cache.refetch(action, (input) => input.plantId === plantId)
}

/** Keeps a plant's scenes and their preview in sync. */
export const scenePatches: RealtimePatches = {
  saveScene: (cache, { plant_id, scene }) => {
    cache.update(
      'getScenes',
      (input) => input.plantId === plant_id,
      ({ scenes }) => ({ scenes: [...scenes.filter(({ id }) => id !== scene.id), scene] }),
    )
    invalidateReads(cache, plant_id)
  },
  removeScene: (cache, { plant_id, scene_id }) => {
    cache.update(
      'getScenes',
      (input) => input.plantId === plant_id,
      ({ scenes }) => ({ scenes: scenes.filter(({ id }) => id !== scene_id) }),
    )
    invalidateReads(cache, plant_id)
  },
  unitScenes: (cache, { plant_id }) => cache.refetch('getUnitScenes', (input) => input.plantId === plant_id),
  sceneRan: (cache, { plant_id }) => {
    cache.refetch('getSceneRuns', (input) => input.plantId === plant_id)
    cache.refetch('previewSceneRuns', (input) => input.plantId === plant_id)
  },
  removeCollection: (cache, { plant_id }) => invalidateScenes(cache, plant_id),
  removeCu: (cache, { plant_id }) => invalidateScenes(cache, plant_id),
}
