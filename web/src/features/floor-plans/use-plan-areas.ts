import { useMemo } from 'react'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useLampRooms } from '../rooms/index.ts'
import type { Area } from './canvas/draw-overlays.ts'

/** The rooms drawn on a plan, by name. */
export function usePlanAreas(planId: string): readonly Area[] {
  const { plantId } = useCurrentPlant()
  const outlines = useAnswer('getFloorPlanRooms', { plantId }).rooms
  const { rooms } = useLampRooms(plantId)
  return useMemo(() => {
    const names = new Map(rooms.map(({ id, name }) => [id, name]))
    return outlines.flatMap(({ plan_id, room_id, outline }): Area[] =>
      plan_id === planId
        ? [{ key: room_id, name: names.get(room_id) ?? '', outline: outline.map(({ x, y }) => [x, y] as const) }]
        : [],
    )
  }, [outlines, rooms, planId])
}
