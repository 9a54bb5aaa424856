import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { zonesByLamp } from '@vigilux/contract/features/zones/zone.rules.ts'
import type { Zone } from '@vigilux/contract/features/zones/zone.ts'
import { useMemo } from 'react'
import { useAnswerIf } from '../../shared/api/use-answer.ts'

export type LampZones = {
  /** By name. */
  zones: readonly Zone[]
  /** The zones that a lamp is in, by itself or by an aggregation. */
  zonesOf: (lamp: Pick<Lamp, 'cu' | 'id' | 'groups'>) => readonly string[]
  /** The name of a zone. */
  label: (zoneId: string) => string
}

/** The zones of the open plant, and which lamps are in them; lamps are asked for only where there is a zone, and both only where they are wanted. */
export function useLampZones(plantId: string, isWanted = true): LampZones {
  const zones = useAnswerIf(isWanted, 'getZones', { plantId })?.zones
  const placed = useAnswerIf(Boolean(zones?.length), 'getZoneLamps', { plantId })?.zones
  return useMemo(() => {
    const names = new Map(zones?.map(({ id, zoneName }) => [id, zoneName]))
    return {
      zones: zones ?? [],
      zonesOf: zonesByLamp(zones ?? [], placed ?? []),
      label: (zoneId) => names.get(zoneId) ?? zoneId,
    }
  }, [zones, placed])
}
