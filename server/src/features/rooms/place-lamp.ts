import { about } from '../../kernel/audit-notes.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { assignLamps, findRoom, type RoomLamp } from './rooms.store.ts'

/** Notes for the audit that something is done to a room. */
export const aboutRoom = (tx: Tx, { id, name }: { id: string; name: string }): void =>
  about(tx, { kind: 'room', id, name })

type Context = Pick<WriteContext, 'tx' | 'announce'>

/** Puts lamps into a room, or takes them out of their own, and tells the watchers of the plant. */
export const placeLamps = async (
  { tx, announce }: Context,
  plantId: string,
  roomId: string | null,
  lamps: RoomLamp[],
): Promise<void> => {
  if (roomId !== null) aboutRoom(tx, (await findRoom(tx, plantId, roomId)) ?? fail('ROOM_NOT_FOUND'))
  await assignLamps(tx, roomId, lamps)
  announce({ plant: plantId }, 'assignToRoom', { plant_id: plantId })
}

/** Puts one lamp into a room, or takes it out of its own. */
export const placeLamp = (context: Context, plantId: string, roomId: string | null, lamp: RoomLamp): Promise<void> =>
  placeLamps(context, plantId, roomId, [lamp])
