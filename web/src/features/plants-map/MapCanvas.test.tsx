import { cleanup } from '@testing-library/react'
import type { Map as LeafletMap } from 'leaflet'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { MapCanvas } from './MapCanvas.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = async (tiles: object | null, closeZoom?: number) => {
  const seen: { map?: LeafletMap; zoom?: number } = {}
  await renderInPlant(
    <MapCanvas label="Map" start={{ lat: 45, long: 12, zoom: 11 }} {...(closeZoom && { closeZoom })}>
      {(map, zoom) => {
        Object.assign(seen, { map, zoom })
        return null
      }}
    </MapCanvas>,
    plantWith(),
    ({ action }) => (action === 'getMapTiles' ? { tiles } : {}),
  )
  await vi.waitFor(() => expect(seen.map).toBeTruthy())
  return seen
}
const tiles = { url: 'https://tiles.test/{z}/{x}/{y}.png', attribution: 'Test' }

test('without tiles a place is shown from farther away, where its country is recognised', async () => {
  const seen = await open(null, 11)
  await vi.waitFor(() => expect(seen.zoom).toBe(6))
  expect(seen.map?.getZoom()).toBe(6)
})

test.each([
  { what: 'tiles', ground: tiles, closeZoom: 11 },
  { what: 'a zoom of its own', ground: null, closeZoom: undefined },
])('a map with $what keeps its zoom', async ({ ground, closeZoom }) => {
  const seen = await open(ground, closeZoom)
  await vi.waitFor(() => expect(seen.map?.getContainer().querySelector('.leaflet-tile-pane')).toBeTruthy())
  expect([seen.zoom, seen.map?.getZoom()]).toEqual([11, 11])
})
