import type { Map as LeafletMap } from 'leaflet'
import * as L from 'leaflet'
import { feature } from 'topojson-client'
import countries from 'world-atlas/countries-50m.json?url'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { flattenRings } from './flat-rings.ts'
import * as styles from './plants-map.module.css'

type Topology = Parameters<typeof feature>[0]
type Polygon = Parameters<typeof flattenRings>[0]
type Tiles = ActionOutput<'getMapTiles'>['tiles']

type Land = { type: 'MultiPolygon'; coordinates: number[][][][] }

/** Closer, outlines of countries rarely show a coast or a border. */
export const outlineZoom = 6

let world: Promise<Land[]> | undefined

type Shape = { type: string; coordinates: unknown }

/** A country's outline on the flat map. */
const flattenShape = ({ type, coordinates }: Shape): Land => {
  const polygons = (type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : []) as Polygon[]
  return { type: 'MultiPolygon', coordinates: polygons.flatMap(flattenRings) as unknown as number[][][][] }
}

/** The countries of the world, loaded once; a failed load is retried for the next map. */
const readWorld = () => {
  world ??= fetch(countries).then(async (response) => {
    const topology = (await response.json()) as Topology
    const countryFeatures = feature(topology, topology.objects.countries as Parameters<typeof feature>[1])
    const { features } = countryFeatures as unknown as { features: { geometry: Shape }[] }
    return features.map(({ geometry }) => flattenShape(geometry))
  })
  world.catch(() => {
    world = undefined
  })
  return world
}

/** Adds the background below the pins: the operator's tiles, and outlines of countries where there are none. */
export function addGround(map: LeafletMap, tiles: Tiles): () => void {
  if (tiles) {
    const layer = L.tileLayer(tiles.url, { attribution: tiles.attribution, maxZoom: 19 })
    let removeOutlines: (() => void) | undefined
    layer.on('tileerror', () => {
      removeOutlines ??= addOutlines(map)
    })
    layer.addTo(map)
    return () => {
      layer.remove()
      removeOutlines?.()
    }
  }
  return addOutlines(map)
}

/** Below the tiles, so that only missing ones show them. */
const outlinePane = 'outlines'

function addOutlines(map: LeafletMap): () => void {
  if (!map.getPane(outlinePane)) map.createPane(outlinePane).style.zIndex = '150'
  let layer: L.GeoJSON | undefined
  let isRemoved = false
  readWorld().then(
    (land) => {
      if (isRemoved) return
      // Rendered beyond the edges: panning shows no empty background; the colors are in the style sheet.
      const renderer = L.svg({ padding: 0.4, pane: outlinePane })
      const style = { className: styles.mapLand, renderer, weight: 1 } as L.PathOptions
      map.getContainer().dataset.outlines = 'drawn'
      layer = L.geoJSON(land as Parameters<typeof L.geoJSON>[0], {
        interactive: false,
        style,
        pane: outlinePane,
      }).addTo(map)
    },
    // Pins and list work without the background.
    () => undefined,
  )
  return () => {
    isRemoved = true
    layer?.remove()
  }
}
