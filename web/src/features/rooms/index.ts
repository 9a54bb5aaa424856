import { later } from '../../shared/later.tsx'

export const AssignRoomDialog = later(async () => (await import('./AssignRoomDialog.tsx')).AssignRoomDialog)
export const NewRoom = later(async () => (await import('./NewRoom.tsx')).NewRoom)
export { type LampRooms, useLampRooms } from './use-lamp-rooms.ts'
