import type { CachePatcher, RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** What an open logbook knows of its end; whether the list itself is read again is decided there, by where its reader is. */
const onLogbookGrown = (cache: CachePatcher, { plant_id }: { plant_id: string }): void => {
  cache.refetch('getLogbookState', ({ plantId }) => plantId === plant_id)
  cache.refetch('getLogbookEntry', ({ plantId }) => plantId === plant_id)
  cache.refetch('getUnitEntries', ({ plantId }) => plantId === plant_id)
}

/** Keeps an open logbook as entries come. */
export const logbookPatches: RealtimePatches = { logbook: onLogbookGrown }
