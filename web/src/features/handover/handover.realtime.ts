import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

const invalidateReads = (cache: CachePatcher, plantId: string): void =>
  cache.refetchSpread('getHandover', (input) => input.plantId === plantId)

/** Keeps verifications in sync; the devices of an open one change with the plant. */
export const handoverPatches: RealtimePatches = {
  handover: (cache, { plant_id }) => {
    cache.refetch('getHandovers', (input) => input.plantId === plant_id)
    cache.refetch('getHandover', (input) => input.plantId === plant_id)
  },
  ftest: (cache, { plant_id, test }) => {
    if (test.endedAt !== null && test.kind === 'autonomy') invalidateReads(cache, plant_id)
  },
  removeCu: (cache, { plant_id }) => invalidateReads(cache, plant_id),
  lampsReset: (cache, { plant_id }) => invalidateReads(cache, plant_id),
}
