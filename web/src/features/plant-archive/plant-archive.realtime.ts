import { invalidatePlant } from '../../shared/plant/plant.ts'
import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps lists in sync when plants are archived, deleted and restored. */
export const plantArchivePatches: RealtimePatches = {
  removePlant: (cache, { plant_id }) => invalidatePlant(cache, plant_id),
  plantArchived: (cache, { plant_id }) => invalidatePlant(cache, plant_id),
  deletedPlants: (cache) => cache.refetch('getDeletedPlants'),
}
