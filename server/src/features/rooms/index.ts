export { moveRooms } from './rooms.store.ts'
