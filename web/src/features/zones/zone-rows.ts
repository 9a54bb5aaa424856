import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Zone } from '@vigilux/contract/features/zones/zone.ts'
import { useMemo } from 'react'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { type DeviceList, useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { type StateName, worstOf } from '../../shared/status/states.ts'
import { useLampZones } from './use-lamp-zones.ts'

export type ZoneRow = Zone & {
  /** Number of its devices in the list. */
  lamps: number
  inError: number
  /** Worst state of its devices in the list; undefined without any. */
  state: StateName | undefined
  /** The names of its aggregations. */
  names: string
}

/** The devices in each zone, computed in a single pass. */
export function devicesByZone(
  lamps: readonly Lamp[],
  zonesOf: (lamp: Lamp) => readonly string[],
): ReadonlyMap<string, readonly Lamp[]> {
  const found = new Map<string, Lamp[]>()
  for (const lamp of lamps)
    for (const id of zonesOf(lamp)) {
      const zoneLamps = found.get(id)
      if (zoneLamps) zoneLamps.push(lamp)
      else found.set(id, [lamp])
    }
  return found
}

/** The zones of the open plant with counts and worst state of their devices. */
export function useZoneRows(list: DeviceList): readonly ZoneRow[] {
  const { plantId } = useCurrentPlant()
  const { zones, zonesOf } = useLampZones(plantId)
  const lamps = useAllLamps(plantId, list)
  const collections = useAnswer('getCollections', { plantId }).collections
  return useMemo(() => {
    const devices = devicesByZone(lamps, zonesOf)
    const names = new Map(collections.map(({ id, name }) => [id, name]))
    return zones.map((zone) => {
      const lampsInZone = devices.get(zone.id) ?? []
      return {
        ...zone,
        lamps: lampsInZone.length,
        inError: lampsInZone.filter(({ condition }) => condition === 'error').length,
        state: lampsInZone.length > 0 ? worstOf(lampsInZone.map(({ condition }) => condition)) : undefined,
        names: zone.collections
          .map((id) => names.get(id) ?? '')
          .filter(Boolean)
          .join(', '),
      }
    })
  }, [zones, zonesOf, lamps, collections])
}

/** The devices of one zone. */
export function useLampsOfZone(zoneId: string): readonly Lamp[] {
  const { plantId } = useCurrentPlant()
  const { zonesOf } = useLampZones(plantId)
  const lamps = useAllLamps(plantId)
  return useMemo(() => lamps.filter((lamp) => zonesOf(lamp).includes(zoneId)), [lamps, zonesOf, zoneId])
}
