import { plantPatches } from './shared/plant/plant-patches.ts'
import type { RealtimePatches } from './shared/realtime/event-buffer.ts'

/** Event to cache patch, one line per feature. */
export const realtimePatches: RealtimePatches = {
  ...plantPatches,
}
