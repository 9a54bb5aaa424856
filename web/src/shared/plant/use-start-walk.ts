import { pathTo } from '../../site-map.ts'
import { useActionMutation } from '../api/use-action.ts'
import { toastFailure } from '../feedback/toast.ts'
import { useNavigateTo } from '../navigation.tsx'
import { useCurrentPlant } from './plant.ts'

/** Starts a commissioning walk along a unit's lamps or along chosen ones, and opens it; joins a walk that is already under way along the unit. */
export function useStartWalk() {
  const { plantId } = useCurrentPlant()
  const go = useNavigateTo()
  const start = useActionMutation('startWalk', { refresh: ['getWalks'] })
  const along = async (of: { topic: string } | { lamps: readonly { cu: string; id: number }[] }) => {
    const what = 'topic' in of ? of : { lamps: of.lamps.map(({ cu, id }) => ({ topic: cu, addr: id })) }
    const answer = await start.mutateAsync({ plantId, of: what }).catch(toastFailure)
    if (!answer) return
    go(pathTo('walk', { plantId, walkId: answer.walk.id }))
  }
  return { along, isStarting: start.isPending }
}
