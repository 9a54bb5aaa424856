import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'

export const AssignRoomDialog = later(
  async () => (await Promise.all([import('./AssignRoomDialog.tsx'), needWords('room')]))[0].AssignRoomDialog,
)
export const NewRoom = later(async () => (await Promise.all([import('./NewRoom.tsx'), needWords('room')]))[0].NewRoom)
export { useLampRooms } from './use-lamp-rooms.ts'
