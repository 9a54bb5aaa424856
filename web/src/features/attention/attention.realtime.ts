import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Keeps what is open as units report it, as others take it on, and as oneself puts it off elsewhere. */
export const attentionPatches: RealtimePatches = {
  plantCounts: (cache) => cache.refetchSpread('getAttention'),
  attention: (cache) => cache.refetch('getAttention'),
}
