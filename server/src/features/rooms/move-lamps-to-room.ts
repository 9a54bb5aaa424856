import type { Work } from '../../kernel/work.ts'
import { assignLamps, findRoom, type RoomLamp } from './rooms.store.ts'

/** Names the room as the audit target. */
export const auditRoom = (work: Work, { id, name }: { id: string; name: string }): void =>
  work.audit.target({ kind: 'room', id, name })

/** Puts lamps into a room, or removes them from theirs, and notifies the plant's watchers. */
export const moveLampsToRoom = async (
  work: Work<'ROOM_NOT_FOUND'>,
  plantId: string,
  roomId: string | null,
  lamps: RoomLamp[],
): Promise<void> => {
  if (roomId !== null) auditRoom(work, (await findRoom(work.tx, plantId, roomId)) ?? work.fail('ROOM_NOT_FOUND'))
  await assignLamps(work.tx, roomId, lamps)
  work.broadcast({ plant: plantId }, 'assignToRoom', { plant_id: plantId })
}

/** Puts one lamp into a room, or removes it from its room. */
export const moveLampToRoom = (
  work: Work<'ROOM_NOT_FOUND'>,
  plantId: string,
  roomId: string | null,
  lamp: RoomLamp,
): Promise<void> => moveLampsToRoom(work, plantId, roomId, [lamp])
