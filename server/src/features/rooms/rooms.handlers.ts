import { randomUUID } from 'node:crypto'
import { placesOf } from '@vigilux/contract/features/lamps/lamps-by-unit.ts'
import { mayHold } from '@vigilux/contract/features/rooms/room.rules.ts'
import { type Room, type RoomDraft, room as roomSchema } from '@vigilux/contract/features/rooms/room.ts'
import type { roomActions } from '@vigilux/contract/features/rooms/rooms.actions.ts'
import { changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { lampsAt, unitAt } from '../lamps/index.ts'
import { aboutRoom } from './place-lamp.ts'
import {
  assignLamps,
  assignUnits,
  countRooms,
  deleteRoom,
  findRoom,
  insertRoom,
  isNameTaken,
  lampsByRoom,
  lampsInRoom,
  lampsOfRooms,
  listRooms,
  type RoomRow,
  saveRoomOver,
  unitsInRooms,
} from './rooms.store.ts'

const levelOf = ({ level }: Pick<RoomRow, 'level'>) => roomSchema.shape.level.parse(level)

const usedOf = ({ usedFrom: from, usedTo: to }: RoomRow): Room['used'] =>
  from === null || to === null ? null : { from, to }

const toRoom = (row: RoomRow, units: number, lamps: number): Room => ({
  id: row.id,
  level: levelOf(row),
  parentId: row.parentId,
  name: row.name,
  kind: roomSchema.shape.kind.parse(row.kind),
  areaM2: row.areaM2,
  used: usedOf(row),
  version: row.version,
  units,
  lamps,
})

/** Refuses a place in the tree that cannot be. The plant is locked, so it stays true until it is written. */
const checkPlace = async (tx: Tx, plantId: string, draft: RoomDraft, known: RoomRow | null): Promise<void> => {
  if (known && known.level !== draft.level) return fail('ROOM_PLACE')
  if (draft.parentId !== null) {
    const parent = (await findRoom(tx, plantId, draft.parentId)) ?? fail('ROOM_NOT_FOUND')
    if (!mayHold(levelOf(parent), draft.level)) return fail('ROOM_PLACE')
  }
  if (await isNameTaken(tx, plantId, draft, known?.id ?? null)) return fail('ROOM_NAME_TAKEN')
}

export const roomHandlers: HandlersOf<typeof roomActions> = {
  getRooms: async ({ input: { plantId }, tx }) => {
    const lamps = await lampsByRoom(tx, plantId)
    const units = Map.groupBy(await unitsInRooms(tx, plantId), ({ roomId }) => roomId)
    const rows = await listRooms(tx, plantId)
    return { rooms: rows.map((row) => toRoom(row, units.get(row.id)?.length ?? 0, lamps.get(row.id) ?? 0)) }
  },
  getRoom: async ({ input: { plantId, roomId }, tx, fail }) => {
    const row = (await findRoom(tx, plantId, roomId)) ?? fail('ROOM_NOT_FOUND')
    const units = (await unitsInRooms(tx, plantId)).filter((unit) => unit.roomId === roomId).map(({ topic }) => topic)
    const lamps = await lampsInRoom(tx, roomId)
    return { room: toRoom(row, units.length, lamps.length), units, lamps }
  },
  getRoomLamps: async ({ input: { plantId }, tx }) => ({ rooms: await lampsOfRooms(tx, plantId) }),
  saveRoom: async ({ input: { plantId, room, known }, tx, announce, ports, fail }) => {
    const row = known ? ((await findRoom(tx, plantId, known.roomId)) ?? fail('ROOM_NOT_FOUND')) : null
    await checkPlace(tx, plantId, room, row)
    const limit = ports.settings.roomsPerPlant
    if (!row && (await countRooms(tx, plantId)) >= limit) return fail('ROOM_LIMIT', { limit })
    const room_id = row?.id ?? randomUUID()
    if (!row) await insertRoom(tx, plantId, room_id, room)
    aboutRoom(tx, { id: room_id, name: room.name })
    const told = ({ used, ...rest }: RoomDraft) => ({ ...rest, used: used && `${used.from}–${used.to}` })
    changed(tx, row && told(toRoom(row, 0, 0)), told(room))
    const version = known ? await saveRoomOver(tx, { id: room_id, version: known.version }, room) : 1
    if (version === undefined) return fail('CHANGED_MEANWHILE')
    announce({ plant: plantId }, 'saveRoom', { plant_id: plantId, room_id })
    return { room_id, version }
  },
  removeRoom: async ({ input: { plantId, roomId }, tx, announce, fail }) => {
    aboutRoom(tx, (await findRoom(tx, plantId, roomId)) ?? fail('ROOM_NOT_FOUND'))
    await deleteRoom(tx, plantId, roomId)
    announce({ plant: plantId }, 'removeRoom', { plant_id: plantId, room_id: roomId })
    return {}
  },
  assignToRoom: async ({ input, tx, announce, fail }) => {
    const { plantId, roomId } = input
    if (input.units.length + input.lamps.length === 0) return fail('NO_DEVICE_SELECTED')
    const room = roomId === null ? null : ((await findRoom(tx, plantId, roomId)) ?? fail('ROOM_NOT_FOUND'))
    aboutRoom(tx, room ?? { id: '', name: '' })
    const units: string[] = []
    for (const topic of new Set(input.units)) units.push(await unitAt(tx, plantId, topic))
    await assignUnits(tx, roomId, units)
    await assignLamps(tx, roomId, await lampsAt(tx, plantId, placesOf(input.lamps)))
    announce({ plant: plantId }, 'assignToRoom', { plant_id: plantId })
    return {}
  },
}
