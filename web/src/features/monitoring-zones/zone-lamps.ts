import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { MonitoringZone } from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import { lampKey } from '../../shared/lamp-picker/lamps-found.ts'

/** Lamps in a monitoring zone. */
export const countLamps = ({ lamps }: Pick<MonitoringZone, 'lamps'>): number =>
  lamps.reduce((sum, { addrs }) => sum + addrs.length, 0)

const keysOf = (zones: readonly MonitoringZone[]): Set<string> =>
  new Set(
    zones.flatMap((zone) => zone.lamps.flatMap(({ topic, addrs }) => addrs.map((id) => lampKey({ cu: topic, id })))),
  )

export function listZoneLamps(zone: MonitoringZone, lamps: readonly Lamp[]): Lamp[] {
  const zoneKeys = keysOf([zone])
  return lamps.filter((lamp) => zoneKeys.has(lampKey(lamp)))
}

/** The lighting lamps in no monitoring zone. */
export function listFreeLamps(zones: readonly MonitoringZone[], lamps: readonly Lamp[]): Lamp[] {
  const takenKeys = keysOf(zones)
  return lamps.filter((lamp) => lamp.type === 'lighting' && !takenKeys.has(lampKey(lamp)))
}
