import { centralUnitPatches } from './features/central-units/central-units.realtime.ts'
import { lampPatches } from './features/lamps/lamps.realtime.ts'
import { testPatches } from './features/tests/tests.realtime.ts'
import { plantPatches } from './shared/plant/plant-patches.ts'
import { combinePatches, type RealtimePatches } from './shared/realtime/event-buffer.ts'

/** Event to cache patch, one table per feature; several may listen to one event. */
export const realtimePatches: RealtimePatches = combinePatches(
  plantPatches,
  centralUnitPatches,
  lampPatches,
  testPatches,
)
