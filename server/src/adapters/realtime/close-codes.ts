/**
 * Close codes of our own: the client signs out on the first, starts over on the second, and waits before it connects
 * again on the third.
 */
export const closeCodes = { sessionEnded: 4401, tooSlow: 4408, tooMany: 4429, goingAway: 1001 } as const
