import type { Room } from '@vigilux/contract/features/rooms/room.ts'
import { useMemo } from 'react'
import { useAnswer, useAnswerIf } from '../../shared/api/use-answer.ts'

type LampPlace = { cu: string; id: number }

export type LampRooms = {
  /** By name. */
  rooms: readonly Room[]
  /** A lamp's room and its ancestors, innermost first; empty without a room. */
  roomsOf: (lamp: LampPlace) => readonly string[]
  /** A place and its ancestors, innermost first. */
  ancestorsOf: (roomId: string) => readonly string[]
  /** "Padiglione B › Piano 2 › Sala 3": a room with its ancestors. */
  label: (roomId: string) => string
}

const noRooms: readonly string[] = []

/** For each room, itself and its ancestors, up to the outermost. */
function ancestorsByRoom(rooms: readonly Room[]): ReadonlyMap<string, readonly string[]> {
  const parents = new Map(rooms.map(({ id, parentId }) => [id, parentId]))
  return new Map(
    rooms.map(({ id }) => {
      const ancestorIds: string[] = []
      for (let at: string | null | undefined = id; at && !ancestorIds.includes(at); at = parents.get(at))
        ancestorIds.push(at)
      return [id, ancestorIds]
    }),
  )
}

/** The rooms of the open plant with their lamps; lamps are fetched only if there is a room. */
export function useLampRooms(plantId: string): LampRooms {
  const rooms = useAnswer('getRooms', { plantId }).rooms
  const roomPlacements = useAnswerIf(rooms.length > 0, 'getRoomLamps', { plantId })?.rooms
  return useMemo(() => {
    const ancestorsById = ancestorsByRoom(rooms)
    const names = new Map(rooms.map(({ id, name }) => [id, name]))
    const byLamp = new Map<string, string>()
    for (const { room_id, topic, addrs } of roomPlacements ?? [])
      for (const addr of addrs) byLamp.set(`${topic}.${addr}`, room_id)
    return {
      rooms,
      roomsOf: ({ cu, id }) => ancestorsById.get(byLamp.get(`${cu}.${id}`) ?? '') ?? noRooms,
      ancestorsOf: (roomId) => ancestorsById.get(roomId) ?? noRooms,
      label: (roomId) =>
        (ancestorsById.get(roomId) ?? [])
          .map((id) => names.get(id) ?? id)
          .toReversed()
          .join(' › ') || roomId,
    }
  }, [rooms, roomPlacements])
}
