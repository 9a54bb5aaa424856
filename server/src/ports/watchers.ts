/** A plant, and the end of the person's membership; null without an end date. */
export type WatchedPlant = { plantId: string; until: Date | null }

/** Which sockets watch which plant, on all nodes. The owner of a socket is a person, or an access token. */
export type Watchers = {
  /** Makes a socket of this owner watch this plant only. False if the socket belongs to another owner or is gone. */
  watch(socketId: string, owner: string, plant: WatchedPlant): Promise<boolean>
  /** Whether a socket belongs to this owner, on any node. */
  isOwn(socketId: string, owner: string): boolean
  /** Makes a socket of this owner watch no plant. False if the socket belongs to another owner or is gone. */
  leave(socketId: string, owner: string): Promise<boolean>
}
