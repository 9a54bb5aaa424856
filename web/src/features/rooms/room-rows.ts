import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Room } from '@vigilux/contract/features/rooms/room.ts'
import { createSearchMatcher } from '@vigilux/contract/kernel/search-text.ts'
import { useMemo } from 'react'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { type StateName, styleOf, worstOf } from '../../shared/status/states.ts'
import { useLampRooms } from './use-lamp-rooms.ts'

/** A building, floor or room with its contents, nested ones included. */
export type RoomRow = Room & {
  /** 1 for a root. */
  depth: number
  /** "Padiglione B › Piano 2": its ancestors; empty for a root. */
  path: string
  allLamps: number
  allUnits: number
  /** Lamps in error. */
  inError: number
  /** The worst state of its lamps; undefined without lamps. */
  state: StateName | undefined
  /** Number of nested floors and rooms, at any depth. */
  holds: number
}

export type RoomOrder = 'name' | 'state'

type FoundRooms = { rows: readonly RoomRow[]; placeless: number }

const compareByName = (a: Room, b: Room) => a.name.localeCompare(b.name, undefined, { numeric: true })

/** All rooms in tree order, each before its children. */
export function roomRows(
  rooms: readonly Room[],
  lamps: readonly Lamp[],
  { roomsOf, order }: { roomsOf: (lamp: Lamp) => readonly string[]; order: RoomOrder },
): FoundRooms {
  const lampsByRoom = new Map<string, Lamp[]>()
  let lampsWithoutRoom = 0
  for (const lamp of lamps) {
    const lampRooms = roomsOf(lamp)
    if (lampRooms.length === 0) lampsWithoutRoom++
    for (const id of lampRooms) lampsByRoom.set(id, [...(lampsByRoom.get(id) ?? []), lamp])
  }
  const states = new Map(
    [...lampsByRoom].map(([id, roomLamps]) => [id, worstOf(roomLamps.map(({ condition }) => condition))]),
  )
  const severity = ({ id }: Room) => styleOf(states.get(id) ?? 'ok').severity
  const sorted =
    order === 'name'
      ? rooms.toSorted(compareByName)
      : rooms.toSorted((a, b) => severity(b) - severity(a) || (compareByName(a, b) as number))
  const inside = Map.groupBy(sorted, ({ parentId }) => parentId)
  const rows: RoomRow[] = []
  const add = (room: Room, depth: number, path: readonly string[]): { units: number; holds: number } => {
    const at = rows.length
    const roomLamps = lampsByRoom.get(room.id) ?? []
    const row: RoomRow = {
      ...room,
      depth,
      path: path.join(' › '),
      allLamps: roomLamps.length,
      allUnits: room.units,
      holds: 0,
      inError: roomLamps.filter(({ condition }) => condition === 'error').length,
      state: states.get(room.id),
    }
    rows.push(row)
    const sums = (inside.get(room.id) ?? []).map((one) => add(one, depth + 1, [...path, room.name]))
    const descendantCount = sums.reduce((sum, one) => sum + one.holds + 1, 0)
    const allUnits = sums.reduce((sum, one) => sum + one.units, room.units)
    rows[at] = { ...row, holds: descendantCount, allUnits }
    return { units: allUnits, holds: descendantCount }
  }
  for (const room of inside.get(null) ?? []) add(room, 1, [])
  return { rows, placeless: lampsWithoutRoom }
}

/** The rooms found by a search, with their ancestors, which the tree needs. */
export function findRooms(rows: readonly RoomRow[], text: string): readonly RoomRow[] {
  if (text.trim() === '') return rows
  const matchesSearch = createSearchMatcher(text)
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]))
  const matchingIds = new Set<string>()
  for (const { id, name, path } of rows) {
    if (!matchesSearch(`${path} ${name}`)) continue
    for (let at: string | null | undefined = id; at; at = parents.get(at)) matchingIds.add(at)
  }
  return rows.filter(({ id }) => matchingIds.has(id))
}

/** The rooms of the open plant with counts and worst states. */
export function useRoomRows(order: RoomOrder = 'name'): FoundRooms {
  const { plantId } = useCurrentPlant()
  const { rooms, roomsOf } = useLampRooms(plantId)
  const lamps = useAllLamps(plantId)
  return useMemo(() => roomRows(rooms, lamps, { roomsOf, order }), [rooms, lamps, roomsOf, order])
}
