import { useMemo } from 'react'
import { useAction } from '../../shared/api/use-action.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useLampRooms } from '../rooms/index.ts'
import type { Area } from './draw-overlays.ts'

const none: readonly Area[] = []

/** The rooms that are drawn on a plan, by what they are called. */
export function usePlanAreas(planId: string): readonly Area[] {
  const { plantId } = useOpenPlant()
  const drawn = useAction('getFloorPlanRooms', { plantId }).data?.rooms
  const { rooms } = useLampRooms(plantId)
  return useMemo(() => {
    if (!drawn) return none
    const names = new Map(rooms.map(({ id, name }) => [id, name]))
    return drawn.flatMap(({ plan_id, room_id, outline }): Area[] =>
      plan_id === planId
        ? [{ key: room_id, name: names.get(room_id) ?? '', outline: outline.map(({ x, y }) => [x, y] as const) }]
        : [],
    )
  }, [drawn, rooms, planId])
}
