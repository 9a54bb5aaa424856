import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export const AssignRoomDialog = lazy(
  async () => (await Promise.all([import('./AssignRoomDialog.tsx'), loadTextBundles('room')]))[0].AssignRoomDialog,
)
export const NewRoom = lazy(
  async () => (await Promise.all([import('./NewRoom.tsx'), loadTextBundles('room')]))[0].NewRoom,
)
export { nearestRooms } from './nearest-rooms.ts'
export { useAssign } from './use-assign.ts'
export { useLampRooms } from './use-lamp-rooms.ts'
