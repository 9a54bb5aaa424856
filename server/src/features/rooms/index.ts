export { placeLamp, placeLamps } from './place-lamp.ts'
export {
  assignUnits,
  findRoom,
  insertRooms,
  moveRooms,
  passOnRooms,
  putLampsInRooms,
  type RoomRow,
} from './rooms.store.ts'
