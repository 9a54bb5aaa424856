import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { zonesByLamp } from '@vigilux/contract/features/zones/zone.rules.ts'
import type { Zone } from '@vigilux/contract/features/zones/zone.ts'
import { useMemo } from 'react'
import { useAnswerIf } from '../../shared/api/use-answer.ts'

export type LampZones = {
  /** By name. */
  zones: readonly Zone[]
  /** The zones of a lamp, directly or through an aggregation. */
  zonesOf: (lamp: Pick<Lamp, 'cu' | 'id' | 'groups'>) => readonly string[]
  /** The name of a zone. */
  label: (zoneId: string) => string
}

/** The zones of the open plant and their lamps; lamps are fetched only if there is a zone, and both only on demand. */
export function useLampZones(plantId: string, isWanted = true): LampZones {
  const zones = useAnswerIf(isWanted, 'getZones', { plantId })?.zones
  const placements = useAnswerIf(Boolean(zones?.length), 'getZoneLamps', { plantId })?.zones
  return useMemo(() => {
    const names = new Map(zones?.map(({ id, zoneName }) => [id, zoneName]))
    return {
      zones: zones ?? [],
      zonesOf: zonesByLamp(zones ?? [], placements ?? []),
      label: (zoneId) => names.get(zoneId) ?? zoneId,
    }
  }, [zones, placements])
}
