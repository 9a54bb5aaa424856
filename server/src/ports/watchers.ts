/** A plant, and the moment at which the person's part in it ends; null where it has no end. */
export type WatchedPlant = { plantId: string; until: Date | null }

/** Which browsers watch which plant, whichever node holds their sockets. */
export type Watchers = {
  /** Makes a socket of this person watch the plant, and no other. False where the socket is not this person's, or gone. */
  watch(socketId: string, userId: string, plant: WatchedPlant): Promise<boolean>
  /** Whether a socket is this person's, whichever node holds it. */
  isOwn(socketId: string, userId: string): boolean
  /** Makes a socket of this person watch no plant. False where the socket is not this person's, or gone. */
  leave(socketId: string, userId: string): Promise<boolean>
}
