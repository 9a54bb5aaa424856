export { moveLampsToRoom, moveLampToRoom } from './move-lamps-to-room.ts'
export {
  assignUnits,
  findRoom,
  insertRoomLamps,
  insertRooms,
  moveRooms,
  moveRoomsToSuccessors,
  type RoomRow,
} from './rooms.store.ts'
