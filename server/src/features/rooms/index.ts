export { placeLamp } from './place-lamp.ts'
export { assignUnits, insertRooms, moveRooms, passOnRooms, putLampsInRooms, type RoomRow } from './rooms.store.ts'
