import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { findLinks } from '../central-units/index.ts'
import { findLamps, type Place, toLamp } from './lamps.store.ts'

/** Lamps per broadcast: far below the broker's maximum packet size. */
const lampsPerEvent = 200

/** Maximum lamps of one unit broadcast individually; for more, watchers fetch them. */
export const maxBroadcastPerUnit = 64

/** Lamps at these addresses as members currently see them, with the topic of their unit. */
export const viewLamps = async (tx: Tx, places: readonly Place[]): Promise<Lamp[]> => {
  const listedLamps = await findLamps(tx, places)
  const links = await findLinks(tx, [...new Set(listedLamps.map(({ unit }) => unit))])
  return listedLamps.map((one) => toLamp(one, links.get(one.unit)))
}

type BroadcastContext = {
  work: Work /** The units of these lamps, by topic. */
  units: ReadonlyMap<string, { id: string; unit: string; plantId: string }>
}

/**
 * Broadcasts these lamps to the watchers of each plant. `shortenedUnits`: units whose lists lost lamps, which no lamp's
 * own event would show.
 */
export const broadcastLamps = async (
  places: readonly Place[],
  shortenedUnits: ReadonlySet<string>,
  { work, units }: BroadcastContext,
): Promise<void> => {
  const byUnit = Map.groupBy(places, ({ centralUnitId }) => centralUnitId)
  const isMany = (centralUnitId: string) => (byUnit.get(centralUnitId)?.length ?? 0) > maxBroadcastPerUnit
  for (const { id, unit, plantId } of units.values())
    if (isMany(id) || shortenedUnits.has(id))
      work.broadcast({ plant: plantId }, 'lampsReset', { plant_id: plantId, cu: unit })
  const lampViews = await viewLamps(
    work.tx,
    places.filter(({ centralUnitId }) => !isMany(centralUnitId)),
  )
  const byPlant = Map.groupBy(lampViews, ({ cu }) => units.get(cu)?.plantId ?? '')
  for (const [plantId, members] of byPlant)
    for (let start = 0; start < members.length; start += lampsPerEvent)
      work.broadcast({ plant: plantId }, 'lamps', {
        plant_id: plantId,
        lamps: members.slice(start, start + lampsPerEvent),
      })
}
