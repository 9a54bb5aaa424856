import { zoneLamps, zoneRows } from '../features/zones/index.ts'
import type { Tx } from '../kernel/transaction.ts'

/** A lamp of the demo with its floor and place, by number. */
export type MountedLamp = { centralUnitId: string; serial: string; floor: number; place: number }

type Zones = {
  floors: readonly string[]
  /** Places on escape routes per floor, and the name of their zone. */
  routes: { name: string; places: ReadonlySet<number> }
}

/** A zone for each floor with lamps, and one for the escape routes of all floors. */
export const seedZones = async (
  tx: Tx,
  plantId: string,
  lamps: readonly MountedLamp[],
  { floors, routes }: Zones,
): Promise<void> => {
  const zones = [
    ...floors.map((name, floor) => ({ name, its: lamps.filter((lamp) => lamp.floor === floor) })),
    { name: routes.name, its: lamps.filter(({ place }) => routes.places.has(place)) },
  ]
  for (const { name, its: lampsOfZone } of zones) {
    const id = lampsOfZone.length > 0 ? await zoneRows.insert(tx, plantId, name) : undefined
    if (id !== undefined) await zoneLamps.add(tx, id, lampsOfZone)
  }
}
