import { randomUUID } from 'node:crypto'
import { listLampPositions } from '@vigilux/contract/features/lamps/lamps-by-unit.ts'
import { canContain } from '@vigilux/contract/features/rooms/room.rules.ts'
import { type Room, type RoomDraft, room as roomSchema } from '@vigilux/contract/features/rooms/room.ts'
import type { roomActions } from '@vigilux/contract/features/rooms/rooms.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { requireLampsAt, requireUnitAt } from '../lamps/index.ts'
import { auditRoom } from './move-lamps-to-room.ts'
import {
  assignLamps,
  assignUnits,
  countRooms,
  deleteRoom,
  findRoom,
  insertRoom,
  isNameTaken,
  listLampsByRoom,
  listLampsInRoom,
  listLampsOfRooms,
  listRooms,
  listUnitsInRooms,
  type RoomRow,
  saveRoomIfVersion,
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

/** Refuses an invalid position in the tree. The caller has locked the plant, so it stays valid. */
const checkPlace = async (
  work: Work<'ROOM_PLACE' | 'ROOM_NAME_TAKEN' | 'ROOM_NOT_FOUND'>,
  plantId: string,
  draft: RoomDraft,
  storedRoom: RoomRow | null,
): Promise<void> => {
  if (storedRoom && storedRoom.level !== draft.level) return work.fail('ROOM_PLACE')
  if (draft.parentId !== null) {
    const parent = (await findRoom(work.tx, plantId, draft.parentId)) ?? work.fail('ROOM_NOT_FOUND')
    if (!canContain(levelOf(parent), draft.level)) return work.fail('ROOM_PLACE')
  }
  if (await isNameTaken(work.tx, plantId, draft, storedRoom?.id ?? null)) return work.fail('ROOM_NAME_TAKEN')
}

export const roomHandlers: HandlersOf<typeof roomActions> = {
  getRooms: async ({ work, input: { plantId } }) => {
    const lamps = await listLampsByRoom(work.tx, plantId)
    const units = Map.groupBy(await listUnitsInRooms(work.tx, plantId), ({ roomId }) => roomId)
    const rows = await listRooms(work.tx, plantId)
    return { rooms: rows.map((row) => toRoom(row, units.get(row.id)?.length ?? 0, lamps.get(row.id) ?? 0)) }
  },
  getRoom: async ({ work, input: { plantId, roomId } }) => {
    const row = (await findRoom(work.tx, plantId, roomId)) ?? work.fail('ROOM_NOT_FOUND')
    const units = (await listUnitsInRooms(work.tx, plantId))
      .filter((unit) => unit.roomId === roomId)
      .map(({ topic }) => topic)
    const lamps = await listLampsInRoom(work.tx, roomId)
    return { room: toRoom(row, units.length, lamps.length), units, lamps }
  },
  getRoomLamps: async ({ work, input: { plantId } }) => ({ rooms: await listLampsOfRooms(work.tx, plantId) }),
  saveRoom: async ({ work, input: { plantId, room, known: opened } }) => {
    const row = opened ? ((await findRoom(work.tx, plantId, opened.roomId)) ?? work.fail('ROOM_NOT_FOUND')) : null
    await checkPlace(work, plantId, room, row)
    const limit = work.ports.settings.roomsPerPlant
    if (!row && (await countRooms(work.tx, plantId)) >= limit) return work.fail('ROOM_LIMIT', { limit })
    const room_id = row?.id ?? randomUUID()
    if (!row) await insertRoom(work.tx, plantId, room_id, room)
    auditRoom(work, { id: room_id, name: room.name })
    const toAudited = ({ used, ...fields }: RoomDraft) => ({ ...fields, used: used && `${used.from}–${used.to}` })
    work.audit.diff(row && toAudited(toRoom(row, 0, 0)), toAudited(room))
    const version = opened ? await saveRoomIfVersion(work.tx, { id: room_id, version: opened.version }, room) : 1
    if (version === undefined) return work.fail('CHANGED_MEANWHILE')
    work.broadcast({ plant: plantId }, 'saveRoom', { plant_id: plantId, room_id })
    return { room_id, version }
  },
  removeRoom: async ({ work, input: { plantId, roomId } }) => {
    auditRoom(work, (await findRoom(work.tx, plantId, roomId)) ?? work.fail('ROOM_NOT_FOUND'))
    await deleteRoom(work.tx, plantId, roomId)
    work.broadcast({ plant: plantId }, 'removeRoom', { plant_id: plantId, room_id: roomId })
    return {}
  },
  assignToRoom: async ({ work, input }) => {
    const { plantId, roomId } = input
    if (input.units.length + input.lamps.length === 0) return work.fail('NO_DEVICE_SELECTED')
    const room = roomId === null ? null : ((await findRoom(work.tx, plantId, roomId)) ?? work.fail('ROOM_NOT_FOUND'))
    auditRoom(work, room ?? { id: '', name: '' })
    const units: string[] = []
    for (const topic of new Set(input.units)) units.push(await requireUnitAt(work, plantId, topic))
    await assignUnits(work.tx, roomId, units)
    await assignLamps(work.tx, roomId, await requireLampsAt(work, plantId, listLampPositions(input.lamps)))
    work.broadcast({ plant: plantId }, 'assignToRoom', { plant_id: plantId })
    return {}
  },
}
