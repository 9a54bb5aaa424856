import type { plantsMapActions } from '@vigilux/contract/features/plants-map/plants-map.actions.ts'
import { clusterPins, effectiveZoom } from '@vigilux/contract/features/plants-map/plants-map.rules.ts'
import { timeZone } from '@vigilux/contract/kernel/primitives.ts'
import type { HandlersOf, PreHandlers } from '../../kernel/handler.ts'
import { listPlants } from '../overview/index.ts'
import { countCells, countWithout, findExtent, inBox, isWithoutPosition } from './plants-map.store.ts'

/** Loads a country's places from a file on first use, before the transaction begins. */
export const plantsMapPreHandlers: PreHandlers = {
  findPosition: async ({ input, ports }) => {
    if (!input.at && input.city.trim() !== '') await ports.places.find(input)
  },
}

export const plantsMapHandlers: HandlersOf<typeof plantsMapActions> = {
  getPlantsOnMap: async ({ work, input: { box: given, zoom: wanted, ...chosen }, caller }) => {
    const asking = { caller, asked: chosen, now: work.now }
    const extent = given ? null : await findExtent(work.tx, asking)
    const without = await countWithout(work.tx, asking)
    const box = given ?? extent
    if (!box) return { pins: [], plants: 0, without, box: null }
    const zoom = effectiveZoom(box, wanted)
    const cells = await countCells(work.tx, asking, { box, zoom })
    return {
      pins: clusterPins(cells, zoom),
      plants: cells.reduce((sum, { plants }) => sum + plants, 0),
      without,
      box: extent,
    }
  },
  getPlantsInView: async ({ work, input: { box, page, pageSize, ...chosen }, caller }) => {
    const filter = { ...chosen, sort: 'state' as const, descending: false }
    const also = box ? inBox(box) : isWithoutPosition
    const span = { offset: (page - 1) * pageSize, limit: pageSize, now: work.now, also }
    return { plants: await listPlants(work.tx, caller, filter, span) }
  },
  findPosition: async ({ input: { country, city, prov, at }, work: { ports } }) => {
    const position = at ?? (city.trim() === '' ? null : await ports.places.find({ country, city, prov }))
    const zone = position && timeZone.safeParse(ports.places.zoneAt(position))
    return { position, timezone: zone?.data ?? null }
  },
  getMapTiles: async ({ work }) => ({ tiles: work.ports.settings.mapTiles }),
}
