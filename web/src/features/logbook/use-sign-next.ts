import { call } from '../../shared/api/call.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'

/** Opens the dialog of the next logbook that the person has to sign; ends the turn if there is none. */
export function useSignNext(): (end: () => void) => Promise<void> {
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  return async (end) => {
    const week = await call('getWeek', {}).catch(() => null)
    const next = week?.duties.find(
      ({ kind, allowed, plant }) => kind === 'signature' && allowed && plant?.id !== plantId,
    )
    if (!next?.plant) return end()
    navigateTo(pathTo('logbook', { plantId: next.plant.id }, { sign: next.month ?? '1', inTurn: '1' }))
  }
}
