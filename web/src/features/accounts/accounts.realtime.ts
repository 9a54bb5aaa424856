import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Account changes made in the person's other browsers. */
export const accountPatches: RealtimePatches = {
  signInMethods: (cache) => cache.refetch('getSignInMethods', () => true),
  sessionEnded: (cache) => cache.refetch('getSessions', () => true),
}
