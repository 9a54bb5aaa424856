import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps open causes in sync with units' reports, assignments, and snoozes in the person's other browsers. */
export const attentionPatches: RealtimePatches = {
  plantCounts: (cache) => cache.refetchSpread('getAttention'),
  attention: (cache) => cache.refetch('getAttention'),
}
