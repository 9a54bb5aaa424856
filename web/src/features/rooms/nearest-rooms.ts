import type { Room } from '@vigilux/contract/features/rooms/room.ts'
import type { LampRooms } from './use-lamp-rooms.ts'

type LampPlace = { cu: string; id: number }

/** Lamps per unit at most. */
const maxLamps = 992

/** The floor of a place, or its outermost ancestor; the room itself comes first. */
const floorOf = (ancestors: readonly string[], levels: ReadonlyMap<string, Room['level']>): string | undefined =>
  ancestors.find((id) => levels.get(id) === 'floor') ?? ancestors.at(-1)

/** Rooms of the lamp, or of the nearest lamp of its unit with a room, by address. */
function roomsNear({ cu, id }: LampPlace, roomsOf: LampRooms['roomsOf']): readonly string[] {
  for (let distance = 0; distance < maxLamps; distance += 1)
    for (const addr of [id - distance, id + distance]) {
      const found = roomsOf({ cu, id: addr })
      if (found.length > 0) return found
    }
  return []
}

/** All places with their labels: those on the floor of the lamp or of its neighbours first, then floor by floor. */
export function nearestRooms(lamp: LampPlace, lampRooms: LampRooms): { id: string; label: string }[] {
  const { rooms, roomsOf, label, ancestorsOf } = lampRooms
  const levels = new Map(rooms.map(({ id, level }) => [id, level]))
  const byLabel = rooms
    .map(({ id }) => ({ id, label: label(id), floor: floorOf(ancestorsOf(id), levels) ?? id }))
    .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }))
  const floors = [...new Set(byLabel.map(({ floor }) => floor))]
  const home = Math.max(0, floors.indexOf(floorOf(roomsNear(lamp, roomsOf), levels) ?? ''))
  const distanceOf = (floor: string) => Math.abs(floors.indexOf(floor) - home)
  return byLabel
    .toSorted((a, b) => distanceOf(a.floor) - distanceOf(b.floor))
    .map(({ id, label: name }) => ({ id, label: name }))
}
