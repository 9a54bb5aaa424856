import { type RoomLevel, roomLevels } from './room.ts'

/** Whether a parent level may contain another level. The parent is always larger, so cycles are impossible. */
export const canContain = (parent: RoomLevel, level: RoomLevel): boolean =>
  roomLevels.indexOf(parent) < roomLevels.indexOf(level)
