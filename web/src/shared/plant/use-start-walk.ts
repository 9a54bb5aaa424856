import { pathTo } from '../../site-map.ts'
import { useActionMutation } from '../api/use-action.ts'
import { toastFailure } from '../feedback/toast.ts'
import { useNavigateTo } from '../navigation.tsx'
import { useCurrentPlant } from './plant.ts'

/** Starts and opens a commissioning walk along a unit's or chosen lamps; joins one along the unit. */
export function useStartWalk() {
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const start = useActionMutation('startWalk', { refresh: ['getWalks'] })
  const startWalk = async (selection: { topic: string } | { lamps: readonly { cu: string; id: number }[] }) => {
    const scope =
      'topic' in selection ? selection : { lamps: selection.lamps.map(({ cu, id }) => ({ topic: cu, addr: id })) }
    const response = await start.mutateAsync({ plantId, of: scope }).catch(toastFailure)
    if (!response) return
    navigateTo(pathTo('walk', { plantId, walkId: response.walk.id }))
  }
  return { along: startWalk, isStarting: start.isPending }
}
