import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

const invalidateReads = (cache: CachePatcher, { plant_id }: { plant_id: string }) =>
  cache.refetchSpread('getBillOfMaterials', (input) => input.plantId === plant_id)

/** Refetches on every possible change of a count, fault or price, because the server computes the bill. */
export const billPatches: RealtimePatches = {
  lamps: invalidateReads,
  lampsReset: invalidateReads,
  removeCu: invalidateReads,
  plantCounts: invalidateReads,
  savePrice: invalidateReads,
  savePriceSettings: invalidateReads,
}
