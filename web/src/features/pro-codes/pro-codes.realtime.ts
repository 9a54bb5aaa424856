import type { ActionName } from '@vigilux/contract/actions.ts'
import { invalidatePlant } from '../../shared/plant/plant.ts'
import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Reads of a plant whose answer depends on its tier. */
const boundedByTier = [
  'getProCodes',
  'getUnitsDetails',
  'getLampHistory',
  'getUnitEntries',
  'getLogbooksDetails',
  'getLogbookEntry',
  'getGlobalReports',
  'getTestFindings',
  'getTests',
  'getBatteryOutlook',
  'getLampBattery',
  'getBleLogbooks',
  'getCompliance',
  'getRecentEvents',
] as const satisfies readonly ActionName[]

/** Pro began, was renewed or ended: limits, enabled units and visible history are refetched, spread over a second. */
export const proCodePatches: RealtimePatches = {
  proChanged: (cache, { plant_id }) => {
    invalidatePlant(cache, plant_id)
    for (const name of boundedByTier) cache.refetchSpread(name, (input) => input.plantId === plant_id)
  },
  tokenUsed: (cache) => cache.refetch('getAllTokens'),
}
