import { type RoomLevel, roomLevels } from './room.ts'

/** Whether something of one level may be in something of another: what holds is always the larger, so there are no rings. */
export const canContain = (parent: RoomLevel, level: RoomLevel): boolean =>
  roomLevels.indexOf(parent) < roomLevels.indexOf(level)
