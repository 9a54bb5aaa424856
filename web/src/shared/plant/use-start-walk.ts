import { useRef } from 'react'
import { pathTo } from '../../site-map.ts'
import { useActionMutation } from '../api/use-action.ts'
import { toastFailure } from '../feedback/toast.ts'
import { useGo } from '../navigation.tsx'
import { useOpenPlant } from './plant.ts'

/**
 * Begins a commissioning walk along a unit's lamps, or along chosen ones, and goes there; one that others have begun along the unit
 * is joined.
 */
export function useStartWalk() {
  const { plantId } = useOpenPlant()
  const go = useGo()
  const start = useActionMutation('startWalk', { refresh: ['getWalks'] })
  // The same lamps asked for again, after an answer that was lost, are the same walk.
  const last = useRef({ asked: '', key: '' })
  const along = async (of: { topic: string } | { lamps: readonly { cu: string; id: number }[] }) => {
    const what = 'topic' in of ? of : { lamps: of.lamps.map(({ cu, id }) => ({ topic: cu, addr: id })) }
    const asked = JSON.stringify(what)
    if (last.current.asked !== asked) last.current = { asked, key: crypto.randomUUID() }
    const input = { plantId, idempotencyKey: last.current.key, of: what }
    const answer = await start.mutateAsync(input).catch(toastFailure)
    if (!answer) return
    last.current = { asked: '', key: '' }
    go(pathTo('walk', { plantId, walkId: answer.walk.id }))
  }
  return { along, isStarting: start.isPending }
}
