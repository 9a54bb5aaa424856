import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useMemo } from 'react'
import { useAnswerIf } from '../../shared/api/use-answer.ts'
import { type Autonomy, autonomyOf, byLamp } from './autonomy.ts'

/** The last known autonomy of each lamp of a plant; fetched only on demand. */
export function useAutonomies(
  plantId: string,
  isWanted = true,
): (lamp: Pick<Lamp, 'cu' | 'serial' | 'type' | 'autonomy'>) => Autonomy {
  const results = useAnswerIf(isWanted, 'getAutonomyResults', { plantId })?.lamps
  return useMemo(() => {
    const measuredByLamp = byLamp(results ?? [])
    return (lamp) => (results ? autonomyOf(lamp, measuredByLamp.get(`${lamp.cu}.${lamp.serial}`)) : {})
  }, [results])
}
