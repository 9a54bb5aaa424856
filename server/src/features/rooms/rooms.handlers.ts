import { randomUUID } from 'node:crypto'
import { placesOf } from '@vigilux/contract/features/lamps/lamps-by-unit.ts'
import { mayHold } from '@vigilux/contract/features/rooms/room.rules.ts'
import { type Room, type RoomDraft, room as roomSchema } from '@vigilux/contract/features/rooms/room.ts'
import type { roomActions } from '@vigilux/contract/features/rooms/rooms.actions.ts'
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
  getRooms: async ({ work, input: { plantId } }) => {
    const lamps = await lampsByRoom(work.tx, plantId)
    const units = Map.groupBy(await unitsInRooms(work.tx, plantId), ({ roomId }) => roomId)
    const rows = await listRooms(work.tx, plantId)
    return { rooms: rows.map((row) => toRoom(row, units.get(row.id)?.length ?? 0, lamps.get(row.id) ?? 0)) }
  },
  getRoom: async ({ work, input: { plantId, roomId }, fail }) => {
    const row = (await findRoom(work.tx, plantId, roomId)) ?? fail('ROOM_NOT_FOUND')
    const units = (await unitsInRooms(work.tx, plantId))
      .filter((unit) => unit.roomId === roomId)
      .map(({ topic }) => topic)
    const lamps = await lampsInRoom(work.tx, roomId)
    return { room: toRoom(row, units.length, lamps.length), units, lamps }
  },
  getRoomLamps: async ({ work, input: { plantId } }) => ({ rooms: await lampsOfRooms(work.tx, plantId) }),
  saveRoom: async ({ work, input: { plantId, room, known }, fail }) => {
    const row = known ? ((await findRoom(work.tx, plantId, known.roomId)) ?? fail('ROOM_NOT_FOUND')) : null
    await checkPlace(work.tx, plantId, room, row)
    const limit = work.ports.settings.roomsPerPlant
    if (!row && (await countRooms(work.tx, plantId)) >= limit) return fail('ROOM_LIMIT', { limit })
    const room_id = row?.id ?? randomUUID()
    if (!row) await insertRoom(work.tx, plantId, room_id, room)
    aboutRoom(work, { id: room_id, name: room.name })
    const told = ({ used, ...rest }: RoomDraft) => ({ ...rest, used: used && `${used.from}–${used.to}` })
    work.audit.changed(row && told(toRoom(row, 0, 0)), told(room))
    const version = known ? await saveRoomOver(work.tx, { id: room_id, version: known.version }, room) : 1
    if (version === undefined) return fail('CHANGED_MEANWHILE')
    work.broadcast({ plant: plantId }, 'saveRoom', { plant_id: plantId, room_id })
    return { room_id, version }
  },
  removeRoom: async ({ work, input: { plantId, roomId }, fail }) => {
    aboutRoom(work, (await findRoom(work.tx, plantId, roomId)) ?? fail('ROOM_NOT_FOUND'))
    await deleteRoom(work.tx, plantId, roomId)
    work.broadcast({ plant: plantId }, 'removeRoom', { plant_id: plantId, room_id: roomId })
    return {}
  },
  assignToRoom: async ({ work, input, fail }) => {
    const { plantId, roomId } = input
    if (input.units.length + input.lamps.length === 0) return fail('NO_DEVICE_SELECTED')
    const room = roomId === null ? null : ((await findRoom(work.tx, plantId, roomId)) ?? fail('ROOM_NOT_FOUND'))
    aboutRoom(work, room ?? { id: '', name: '' })
    const units: string[] = []
    for (const topic of new Set(input.units)) units.push(await unitAt(work, plantId, topic))
    await assignUnits(work.tx, roomId, units)
    await assignLamps(work.tx, roomId, await lampsAt(work, plantId, placesOf(input.lamps)))
    work.broadcast({ plant: plantId }, 'assignToRoom', { plant_id: plantId })
    return {}
  },
}
