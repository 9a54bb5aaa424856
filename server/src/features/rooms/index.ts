export { assignUnits, insertRooms, moveRooms, putLampsInRooms, type RoomRow } from './rooms.store.ts'
