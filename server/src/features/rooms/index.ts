export { placeLamp, placeLamps } from './place-lamp.ts'
export {
  assignUnits,
  findRoom,
  insertRoomLamps,
  insertRooms,
  moveRooms,
  moveRoomsToSuccessors,
  type RoomRow,
} from './rooms.store.ts'
