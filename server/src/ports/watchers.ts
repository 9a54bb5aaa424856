/** Which browsers watch which plant. */
export type Watchers = {
  /** Makes a socket of this person watch the plant, and no other. False where the socket is not this person's. */
  watch(socketId: string, userId: string, plantId: string): boolean
  /** Makes a socket of this person watch no plant. False where the socket is not this person's. */
  leave(socketId: string, userId: string): boolean
}
