import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useMemo } from 'react'
import { useAction } from '../../shared/api/use-action.ts'
import { type Autonomy, autonomyOf, byLamp } from './autonomy.ts'

/** What is last known of the autonomy of each lamp of a plant; of none before that is read, which it is only where it is wanted. */
export function useAutonomies(
  plantId: string,
  isWanted = true,
): (lamp: Pick<Lamp, 'cu' | 'serial' | 'type' | 'autonomy'>) => Autonomy {
  const results = useAction('getAutonomyResults', { plantId }, { enabled: isWanted }).data?.lamps
  return useMemo(() => {
    const measured = byLamp(results ?? [])
    return (lamp) => (results ? autonomyOf(lamp, measured.get(`${lamp.cu}.${lamp.serial}`)) : {})
  }, [results])
}
