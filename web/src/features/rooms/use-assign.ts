import { useActionMutation } from '../../shared/api/use-action.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { byUnit } from '../../shared/plant/unit-topic.ts'

type LampPlace = { cu: string; id: number }

/** Moves lamps and units to a room, or removes them from theirs: all or none. */
export function useAssign() {
  const { plantId } = useCurrentPlant()
  const { mutateAsync, isPending, error } = useActionMutation('assignToRoom', {
    refresh: ['getRooms', 'getRoomLamps', 'getRoom'],
  })
  return {
    isPending,
    error,
    lamps: (roomId: string | null, lamps: readonly LampPlace[]) =>
      mutateAsync({ plantId, roomId, units: [], lamps: byUnit(lamps) }),
    units: (roomId: string | null, units: string[]) => mutateAsync({ plantId, roomId, units, lamps: [] }),
  }
}
