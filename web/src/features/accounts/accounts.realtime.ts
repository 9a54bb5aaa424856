import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** What other browsers of the person learn of the account. */
export const accountPatches: RealtimePatches = {
  signInMethods: (cache) => cache.refetch('getSignInMethods', () => true),
  sessionEnded: (cache) => cache.refetch('getSessions', () => true),
}
