import { about } from '../../kernel/audit-notes.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { assignLamps, findRoom, type RoomLamp } from './rooms.store.ts'

/** Notes for the audit that something is done to a room. */
export const aboutRoom = (tx: Tx, { id, name }: { id: string; name: string }): void =>
  about(tx, { kind: 'room', id, name })

/** Puts one lamp into a room, or takes it out of its own, and tells the watchers of the plant. */
export const placeLamp = async (
  { tx, announce }: Pick<WriteContext, 'tx' | 'announce'>,
  plantId: string,
  roomId: string | null,
  lamp: RoomLamp,
): Promise<void> => {
  if (roomId !== null) aboutRoom(tx, (await findRoom(tx, plantId, roomId)) ?? fail('ROOM_NOT_FOUND'))
  await assignLamps(tx, roomId, [lamp])
  announce({ plant: plantId }, 'assignToRoom', { plant_id: plantId })
}
