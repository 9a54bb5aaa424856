import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Refreshes the end of an open logbook; the page decides about its list, by the reader's scroll position. */
const onLogbookGrown = (cache: CachePatcher, { plant_id }: { plant_id: string }): void => {
  cache.refetch('getLogbookState', ({ plantId }) => plantId === plant_id)
  cache.refetch('getLogbookEntry', ({ plantId }) => plantId === plant_id)
  cache.refetch('getUnitEntries', ({ plantId }) => plantId === plant_id)
}

/** Refreshes an open logbook as entries arrive. */
export const logbookPatches: RealtimePatches = { logbook: onLogbookGrown }
