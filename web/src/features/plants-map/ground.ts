import type { Map as LeafletMap } from 'leaflet'
import * as L from 'leaflet'
import { feature } from 'topojson-client'
import countries from 'world-atlas/countries-50m.json?url'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { flattenRings } from './flat-rings.ts'

type Topology = Parameters<typeof feature>[0]
type Polygon = Parameters<typeof flattenRings>[0]
type Tiles = ActionOutput<'getMapTiles'>['tiles']

type Land = { type: 'MultiPolygon'; coordinates: number[][][][] }

let world: Promise<Land[]> | undefined

type Shape = { type: string; coordinates: unknown }

/** A country as the flat map shows it. */
const flatOf = ({ type, coordinates }: Shape): Land => {
  const polygons = (type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : []) as Polygon[]
  return { type: 'MultiPolygon', coordinates: polygons.flatMap(flattenRings) as unknown as number[][][][] }
}

/** The countries of the world, read once; what could not be read is read anew for the next map. */
const readWorld = () => {
  world ??= fetch(countries).then(async (answer) => {
    const topology = (await answer.json()) as Topology
    const all = feature(topology, topology.objects.countries as Parameters<typeof feature>[1])
    const { features } = all as unknown as { features: { geometry: Shape }[] }
    return features.map(({ geometry }) => flatOf(geometry))
  })
  world.catch(() => {
    world = undefined
  })
  return world
}

/** Puts the ground under the pins: tiles where the operator has set where they come from, else the outlines of countries. */
export function addGround(map: LeafletMap, tiles: Tiles): () => void {
  if (tiles) {
    const layer = L.tileLayer(tiles.url, { attribution: tiles.attribution, maxZoom: 19 }).addTo(map)
    return () => void layer.remove()
  }
  let layer: L.GeoJSON | undefined
  let gone = false
  readWorld().then(
    (land) => {
      if (gone) return
      // Drawn past the edges, so that moving shows no bare ground; the colours are those of the style sheet.
      const renderer = L.svg({ padding: 0.4 })
      const style = { className: 'vx-map-land', renderer, weight: 1 } as L.PathOptions
      layer = L.geoJSON(land as Parameters<typeof L.geoJSON>[0], { interactive: false, style }).addTo(map)
    },
    // Pins and list stand without it.
    () => undefined,
  )
  return () => {
    gone = true
    layer?.remove()
  }
}
