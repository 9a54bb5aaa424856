import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Account changes made in the person's other browsers. */
export const accountPatches: RealtimePatches = {
  signInMethods: (cache) => cache.refetch('getSignInMethods', () => true),
  sessionEnded: (cache) => cache.refetch('getSessions', () => true),
}
