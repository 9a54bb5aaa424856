/**
 * Close codes of the platform: the client signs out on `sessionEnded`, starts over on `tooSlow`, and waits before it
 * reconnects on `tooMany`.
 */
export const closeCodes = { sessionEnded: 4401, tooSlow: 4408, tooMany: 4429, goingAway: 1001 } as const
