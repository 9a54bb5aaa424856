import { fail } from '../../kernel/refusal.ts'
import type { Work } from '../../kernel/work.ts'
import { assignLamps, findRoom, type RoomLamp } from './rooms.store.ts'

/** Notes for the audit that something is done to a room. */
export const auditRoom = (work: Work, { id, name }: { id: string; name: string }): void =>
  work.audit.target({ kind: 'room', id, name })

/** Puts lamps into a room, or takes them out of their own, and tells the watchers of the plant. */
export const placeLamps = async (
  work: Work,
  plantId: string,
  roomId: string | null,
  lamps: RoomLamp[],
): Promise<void> => {
  if (roomId !== null) auditRoom(work, (await findRoom(work.tx, plantId, roomId)) ?? fail('ROOM_NOT_FOUND'))
  await assignLamps(work.tx, roomId, lamps)
  work.broadcast({ plant: plantId }, 'assignToRoom', { plant_id: plantId })
}

/** Puts one lamp into a room, or takes it out of its own. */
export const placeLamp = (work: Work, plantId: string, roomId: string | null, lamp: RoomLamp): Promise<void> =>
  placeLamps(work, plantId, roomId, [lamp])
