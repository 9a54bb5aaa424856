import { useActionMutation } from '../../shared/api/use-action.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'

/** As many as the server assigns at once. */
const mostAtOnce = 2_000

type LampPlace = { cu: string; id: number }

/** Puts lamps and units into a room, or into none. */
export function useAssign() {
  const { plantId } = useOpenPlant()
  const { mutateAsync, isPending, error } = useActionMutation('assignToRoom', {
    refresh: ['getRooms', 'getRoomLamps', 'getRoom'],
  })
  return {
    isPending,
    error,
    lamps: async (roomId: string | null, lamps: readonly LampPlace[]) => {
      const places = lamps.map(({ cu, id }) => ({ topic: cu, addr: id }))
      for (let from = 0; from < places.length; from += mostAtOnce)
        await mutateAsync({ plantId, roomId, units: [], lamps: places.slice(from, from + mostAtOnce) })
    },
    units: (roomId: string | null, units: string[]) => mutateAsync({ plantId, roomId, units, lamps: [] }),
  }
}
