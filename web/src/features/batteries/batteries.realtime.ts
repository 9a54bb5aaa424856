import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

const invalidateReads = (cache: CachePatcher, { plant_id }: { plant_id: string }): void => {
  for (const action of ['getBatteryOutlook', 'getBatteries', 'getLampBattery'] as const)
    cache.refetch(action, ({ plantId }) => plantId === plant_id)
}

/** Refreshes an open outlook as tests end and prices change. */
export const batteryPatches: RealtimePatches = {
  ftest: (cache, event) => {
    if (event.test.state === 'finished') invalidateReads(cache, event)
  },
  savePrice: invalidateReads,
  savePriceSettings: invalidateReads,
}
