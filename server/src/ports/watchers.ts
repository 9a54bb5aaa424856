/** A plant, and the end of the person's membership; null without an end date. */
export type WatchedPlant = { plantId: string; until: Date | null }

/** Which browsers watch which plant, on all nodes. */
export type Watchers = {
  /** Makes a socket of this person watch this plant only. False if the socket belongs to another person or is gone. */
  watch(socketId: string, userId: string, plant: WatchedPlant): Promise<boolean>
  /** Whether a socket belongs to this person, on any node. */
  isOwn(socketId: string, userId: string): boolean
  /** Makes a socket of this person watch no plant. False if the socket belongs to another person or is gone. */
  leave(socketId: string, userId: string): Promise<boolean>
}
