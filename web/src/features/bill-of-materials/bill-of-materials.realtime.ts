import type { CachePatcher, RealtimePatches } from '../../shared/realtime/event-buffer.ts'

const invalidateReads = (cache: CachePatcher, { plant_id }: { plant_id: string }) =>
  cache.refetchSpread('getBillOfMaterials', (input) => input.plantId === plant_id)

/** Whatever may change a count, a fault or a price: the bill is reckoned by the server. */
export const billPatches: RealtimePatches = {
  lamps: invalidateReads,
  lampsReset: invalidateReads,
  removeCu: invalidateReads,
  plantCounts: invalidateReads,
  savePrice: invalidateReads,
  savePriceSettings: invalidateReads,
}
