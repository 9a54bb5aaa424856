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
  getPlantsOnMap: async ({ work, input: { box: viewBox, zoom: wantedZoom, ...filters }, caller }) => {
    const mapQuery = { caller, asked: filters, now: work.now }
    const extent = viewBox ? null : await findExtent(work.tx, mapQuery)
    const withoutPosition = await countWithout(work.tx, mapQuery)
    const box = viewBox ?? extent
    if (!box) return { pins: [], plants: 0, without: withoutPosition, box: null }
    const zoom = effectiveZoom(box, wantedZoom)
    const cells = await countCells(work.tx, mapQuery, { box, zoom })
    return {
      pins: clusterPins(cells, zoom),
      plants: cells.reduce((total, { plants }) => total + plants, 0),
      without: withoutPosition,
      box: extent,
    }
  },
  getPlantsInView: async ({ work, input: { box, page, pageSize, ...filters }, caller }) => {
    const filter = { ...filters, sort: 'state' as const, descending: false }
    const extraCondition = box ? inBox(box) : isWithoutPosition
    const span = { offset: (page - 1) * pageSize, limit: pageSize, now: work.now, also: extraCondition }
    return { plants: await listPlants(work.tx, caller, filter, span) }
  },
  findPosition: async ({ input: { country, city, prov, at }, work: { ports } }) => {
    const position = at ?? (city.trim() === '' ? null : await ports.places.find({ country, city, prov }))
    const zone = position && timeZone.safeParse(ports.places.zoneAt(position))
    return { position, timezone: zone?.data ?? null }
  },
  getMapTiles: async ({ work }) => ({ tiles: work.ports.settings.mapTiles }),
}
