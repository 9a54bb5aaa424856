import type { CachePatcher, RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** New entries come on top of the first page; who reads further back stays where they are. */
const grown = (cache: CachePatcher, { plant_id }: { plant_id: string }): void => {
  cache.refetch('getLogbookDetails', ({ plantId, page = 1 }) => plantId === plant_id && page === 1)
  cache.refetch('getLogbookState', ({ plantId }) => plantId === plant_id)
  cache.refetch('getLogbookEntry', ({ plantId }) => plantId === plant_id)
  cache.refetch('getUnitEntries', ({ plantId }) => plantId === plant_id)
}

/** Keeps an open logbook as entries come. */
export const logbookPatches: RealtimePatches = { logbook: grown }
