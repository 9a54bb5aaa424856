import type { RoomDraft } from '@vigilux/contract/features/rooms/room.ts'
import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import type { LampSuccessor } from '../lamps/index.ts'
import { roomLampTable, roomTable, roomUnitTable } from './rooms.schema.ts'

export type RoomRow = typeof roomTable.$inferSelect

/** A lamp as rooms identify it. */
export type RoomLamp = { centralUnitId: string; serial: string }

const isPresent = isNull(centralUnitTable.removedAt)

export const listRooms = (tx: Tx, plantId: string): Promise<RoomRow[]> =>
  tx.select().from(roomTable).where(eq(roomTable.plantId, plantId)).orderBy(asc(roomTable.name), asc(roomTable.id))

export const countRooms = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx.select({ rooms: count() }).from(roomTable).where(eq(roomTable.plantId, plantId))
  return row?.rooms ?? 0
}

export const findRoom = async (tx: Tx, plantId: string, id: string): Promise<RoomRow | undefined> => {
  const [row] = await tx
    .select()
    .from(roomTable)
    .where(and(eq(roomTable.plantId, plantId), eq(roomTable.id, id)))
  return row
}

export const listUnitsInRooms = (tx: Tx, plantId: string) =>
  tx
    .select({ roomId: roomUnitTable.roomId, topic: centralUnitTable.unit })
    .from(roomUnitTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, roomUnitTable.centralUnitId))
    .where(and(eq(centralUnitTable.plantId, plantId), isPresent))
    .orderBy(asc(centralUnitTable.unit))

const lampsWithRooms = and(
  eq(lampTable.centralUnitId, roomLampTable.centralUnitId),
  eq(lampTable.serial, roomLampTable.serial),
)

/** Number of reported lamps in each room. */
export const listLampsByRoom = async (tx: Tx, plantId: string): Promise<Map<string, number>> => {
  const rows = await tx
    .select({ roomId: roomLampTable.roomId, lamps: count() })
    .from(roomLampTable)
    .innerJoin(lampTable, lampsWithRooms)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, roomLampTable.centralUnitId))
    .where(and(eq(centralUnitTable.plantId, plantId), isPresent))
    .groupBy(roomLampTable.roomId)
  return new Map(rows.map(({ roomId, lamps }) => [roomId, lamps]))
}

/** Reported lamps of each room, by unit. */
export const listLampsOfRooms = (
  tx: Tx,
  plantId: string,
): Promise<{ room_id: string; topic: string; addrs: number[] }[]> =>
  tx
    .select({
      room_id: roomLampTable.roomId,
      topic: centralUnitTable.unit,
      addrs: sql<number[]>`array_agg(${lampTable.addr} order by ${lampTable.addr})`,
    })
    .from(roomLampTable)
    .innerJoin(lampTable, lampsWithRooms)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, roomLampTable.centralUnitId))
    .where(and(eq(centralUnitTable.plantId, plantId), isPresent))
    .groupBy(roomLampTable.roomId, centralUnitTable.unit)
    .orderBy(asc(roomLampTable.roomId), asc(centralUnitTable.unit))

export const listLampsInRoom = (tx: Tx, roomId: string): Promise<{ topic: string; addr: number }[]> =>
  tx
    .select({ topic: centralUnitTable.unit, addr: lampTable.addr })
    .from(roomLampTable)
    .innerJoin(lampTable, lampsWithRooms)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, roomLampTable.centralUnitId))
    .where(and(eq(roomLampTable.roomId, roomId), isPresent))
    .orderBy(asc(centralUnitTable.unit), asc(lampTable.addr))

/** Whether a sibling room has this name, ignoring case. */
export const isNameTaken = async (
  tx: Tx,
  plantId: string,
  { parentId, name }: Pick<RoomDraft, 'parentId' | 'name'>,
  exceptId: string | null,
): Promise<boolean> => {
  const isSibling = parentId === null ? isNull(roomTable.parentId) : eq(roomTable.parentId, parentId)
  const isOtherRoom = exceptId === null ? undefined : ne(roomTable.id, exceptId)
  const hasName = sql`lower(${roomTable.name}) = lower(${name})`
  const [row] = await tx
    .select({ id: roomTable.id })
    .from(roomTable)
    .where(and(eq(roomTable.plantId, plantId), isSibling, hasName, isOtherRoom))
    .limit(1)
  return row !== undefined
}

const columnsOf = ({ used, ...draft }: RoomDraft) => ({
  ...draft,
  usedFrom: used?.from ?? null,
  usedTo: used?.to ?? null,
})

export const insertRoom = async (tx: Tx, plantId: string, id: string, draft: RoomDraft): Promise<void> => {
  await tx.insert(roomTable).values({ id, plantId, ...columnsOf(draft) })
}

/** Inserts many rooms at once, parents included. */
export const insertRooms = async (tx: Tx, rooms: readonly Omit<RoomRow, 'version'>[]): Promise<void> => {
  if (rooms.length > 0) await tx.insert(roomTable).values([...rooms])
}

/** Saves if the version matches the opened one; undefined after a concurrent change. */
export const saveRoomIfVersion = async (
  tx: Tx,
  { id, version }: Pick<RoomRow, 'id' | 'version'>,
  draft: RoomDraft,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(roomTable)
    .set({ ...columnsOf(draft), version: sql`${roomTable.version} + 1` })
    .where(and(eq(roomTable.id, id), eq(roomTable.version, version)))
    .returning({ version: roomTable.version })
  return row?.version
}

/** Deletes a room with its children and all assignments; false when there is none. */
export const deleteRoom = async (tx: Tx, plantId: string, id: string): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    with recursive gone as (
      select id from room where plant_id = ${plantId} and id = ${id}
      union all select room.id from room join gone on room.parent_id = gone.id
    )
    delete from room where id in (select id from gone) returning id`)
  return rows.length > 0
}

export const assignUnits = async (tx: Tx, roomId: string | null, unitIds: string[]): Promise<void> => {
  const ids = sql.param(unitIds)
  await tx.execute(
    roomId === null
      ? sql`delete from room_unit where central_unit_id = any(${ids}::uuid[])`
      : sql`insert into room_unit (central_unit_id, room_id)
          select distinct unit, ${roomId}::uuid from unnest(${ids}::uuid[]) as unit
          on conflict (central_unit_id) do update set room_id = excluded.room_id`,
  )
}

export const assignLamps = async (tx: Tx, roomId: string | null, lamps: RoomLamp[]): Promise<void> => {
  const units = sql.param(lamps.map(({ centralUnitId }) => centralUnitId))
  const serials = sql.param(lamps.map(({ serial }) => serial))
  const lampKeys = sql`select distinct unit, serial from unnest(${units}::uuid[], ${serials}::text[]) as lamp (unit, serial)`
  await tx.execute(
    roomId === null
      ? sql`delete from room_lamp where (central_unit_id, serial) in (${lampKeys})`
      : sql`insert into room_lamp (central_unit_id, serial, room_id)
          select unit, serial, ${roomId}::uuid from (${lampKeys}) as named
          on conflict (central_unit_id, serial) do update set room_id = excluded.room_id`,
  )
}

/** Assigns lamps without a room to their rooms. */
export const insertRoomLamps = async (tx: Tx, lamps: readonly (RoomLamp & { roomId: string })[]): Promise<void> => {
  const column = (value: (lamp: RoomLamp & { roomId: string }) => string) => sql.param(lamps.map(value))
  await tx.execute(sql`
    insert into room_lamp (central_unit_id, serial, room_id)
    select * from unnest(${column((lamp) => lamp.centralUnitId)}::uuid[], ${column((lamp) => lamp.serial)}::text[],
      ${column((lamp) => lamp.roomId)}::uuid[])`)
}

/** Moves a unit's room, and its lamps' rooms, to its replacement. */
export const moveRooms = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.execute(sql`
    insert into room_unit (central_unit_id, room_id)
    select ${toUnitId}, room_id from room_unit where central_unit_id = ${fromUnitId} on conflict do nothing`)
  await tx.execute(sql`
    insert into room_lamp (central_unit_id, serial, room_id)
    select ${toUnitId}, serial, room_id from room_lamp where central_unit_id = ${fromUnitId} on conflict do nothing`)
}

/** Assigns replacement lamps to the rooms of their predecessors; a lamp with a room keeps it. */
export const moveRoomsToSuccessors = async (
  tx: Tx,
  centralUnitId: string,
  replacedLamps: readonly LampSuccessor[],
): Promise<void> => {
  await tx.execute(sql`
    update room_lamp as placed set serial = pair.new
    from unnest(${sql.param(replacedLamps.map((one) => one.old))}::text[], ${sql.param(replacedLamps.map((one) => one.new))}::text[])
      as pair (old, new)
    where placed.central_unit_id = ${centralUnitId} and placed.serial = pair.old
      and not exists (select from room_lamp as own where own.central_unit_id = ${centralUnitId} and own.serial = pair.new)`)
}
