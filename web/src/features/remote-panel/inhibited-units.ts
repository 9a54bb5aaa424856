import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { isInhibited } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

/** Enrolled units with a reported inhibition; the last report of an offline unit does not count. */
export function useInhibitedUnits(): CentralUnit[] {
  const { units } = useCurrentPlant()
  return units.filter((unit) => unit.cu_connected && isInhibited(unit))
}

/** When the last inhibition ends by its own time; null when one has no end. */
export const lastEnd = (units: readonly CentralUnit[]): string | null => {
  const endTimes = units.map(({ inhibition }) => inhibition?.until ?? null)
  return endTimes.includes(null) ? null : (endTimes.toSorted().at(-1) ?? null)
}

export const lampsOf = (units: readonly CentralUnit[]): number =>
  units.reduce((sum, { lamps }) => sum + lamps.emergency, 0)
