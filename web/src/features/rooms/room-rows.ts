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

const byName = (a: Room, b: Room) => a.name.localeCompare(b.name, undefined, { numeric: true })

/** All rooms in tree order, each before its children. */
export function roomRows(
  rooms: readonly Room[],
  lamps: readonly Lamp[],
  { roomsOf, order }: { roomsOf: (lamp: Lamp) => readonly string[]; order: RoomOrder },
): FoundRooms {
  const within = new Map<string, Lamp[]>()
  let placeless = 0
  for (const lamp of lamps) {
    const its = roomsOf(lamp)
    if (its.length === 0) placeless++
    for (const id of its) within.set(id, [...(within.get(id) ?? []), lamp])
  }
  const states = new Map([...within].map(([id, its]) => [id, worstOf(its.map(({ condition }) => condition))]))
  const severity = ({ id }: Room) => styleOf(states.get(id) ?? 'ok').severity
  const sorted =
    order === 'name'
      ? rooms.toSorted(byName)
      : rooms.toSorted((a, b) => severity(b) - severity(a) || (byName(a, b) as number))
  const inside = Map.groupBy(sorted, ({ parentId }) => parentId)
  const rows: RoomRow[] = []
  const add = (room: Room, depth: number, path: readonly string[]): { units: number; holds: number } => {
    const at = rows.length
    const its = within.get(room.id) ?? []
    const row: RoomRow = {
      ...room,
      depth,
      path: path.join(' › '),
      allLamps: its.length,
      allUnits: room.units,
      holds: 0,
      inError: its.filter(({ condition }) => condition === 'error').length,
      state: states.get(room.id),
    }
    rows.push(row)
    const sums = (inside.get(room.id) ?? []).map((one) => add(one, depth + 1, [...path, room.name]))
    const holds = sums.reduce((sum, one) => sum + one.holds + 1, 0)
    const allUnits = sums.reduce((sum, one) => sum + one.units, room.units)
    rows[at] = { ...row, holds, allUnits }
    return { units: allUnits, holds }
  }
  for (const room of inside.get(null) ?? []) add(room, 1, [])
  return { rows, placeless }
}

/** The rooms that match a search, with their ancestors, which the tree needs. */
export function findRooms(rows: readonly RoomRow[], text: string): readonly RoomRow[] {
  if (text.trim() === '') return rows
  const fits = createSearchMatcher(text)
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]))
  const wanted = new Set<string>()
  for (const { id, name, path } of rows) {
    if (!fits(`${path} ${name}`)) continue
    for (let at: string | null | undefined = id; at; at = parents.get(at)) wanted.add(at)
  }
  return rows.filter(({ id }) => wanted.has(id))
}

/** The rooms of the open plant with counts and worst states. */
export function useRoomRows(order: RoomOrder = 'name'): FoundRooms {
  const { plantId } = useCurrentPlant()
  const { rooms, roomsOf } = useLampRooms(plantId)
  const lamps = useAllLamps(plantId)
  return useMemo(() => roomRows(rooms, lamps, { roomsOf, order }), [rooms, lamps, roomsOf, order])
}
