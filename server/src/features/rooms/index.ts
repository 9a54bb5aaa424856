export { assignUnits, insertRooms, moveRooms, passOnRooms, putLampsInRooms, type RoomRow } from './rooms.store.ts'
