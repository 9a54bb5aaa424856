import type { CachePatcher, RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** What a unit plans stands in what it reports; the calendar of all plants is one of any of them. */
const invalidateReads = (cache: CachePatcher, { plant_id }: { plant_id: string }): void => {
  cache.refetch('getTestCalendar', ({ plantId }) => plantId === undefined || plantId === plant_id)
  cache.refetch('getNextTests', ({ plantId }) => plantId === plant_id)
}

/** Keeps open calendars as units and tests go on. */
export const testCalendarPatches: RealtimePatches = {
  shadow: invalidateReads,
  ftest: invalidateReads,
  plantCounts: invalidateReads,
  removeCu: invalidateReads,
  testPlan: invalidateReads,
  heldTest: invalidateReads,
  // The light is measured again five years after both sides have signed.
  handover: invalidateReads,
}
