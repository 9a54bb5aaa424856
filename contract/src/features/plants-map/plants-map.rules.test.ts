import fc from 'fast-check'
import { expect, it } from 'vitest'
import { conditions } from '../plants/conditions.ts'
import { clusterPins, effectiveZoom, toWorldSquare } from './plants-map.rules.ts'
import { type MapPin, mapLimits } from './plants-map.ts'

const pinAt = (lat: number, long: number, severity = 8, plants = 1): MapPin => ({
  lat,
  long,
  plants,
  condition: conditions[severity] ?? 'ok',
  plant: null,
  box: { south: lat, west: long, north: lat, east: long },
})

const pixelsBetween = (pin: MapPin, other: MapPin, zoom: number): number => {
  const [from, to] = [toWorldSquare(pin), toWorldSquare(other)]
  return Math.hypot(from.x - to.x, from.y - to.y) * 256 * 2 ** zoom
}

it.each([
  [
    { lat: 0, long: 0 },
    { x: 0.5, y: 0.5 },
  ],
  [
    { lat: 85.0511, long: -180 },
    { x: 0, y: 0 },
  ],
  [
    { lat: -90, long: 180 },
    { x: 1, y: 1 },
  ],
])('the map places %j on its square', (position, { x, y }) => {
  expect(toWorldSquare(position).x).toBeCloseTo(x, 3)
  expect(toWorldSquare(position).y).toBeCloseTo(y, 3)
})

const box = { south: 44, west: 8, north: 46, east: 12 }
it('the zoom is lowered, never raised, for a box that is too large', () => {
  expect(effectiveZoom(box, 3)).toBe(3)
  const closestZoom = effectiveZoom(box, mapLimits.zoom)
  const pixelsAt = (zoom: number) => ((box.east - box.west) / 360) * 256 * 2 ** zoom
  expect(pixelsAt(closestZoom)).toBeLessThanOrEqual(mapLimits.cells * mapLimits.cell)
  expect(pixelsAt(closestZoom + 1)).toBeGreaterThan((mapLimits.cells - 2) * mapLimits.cell)
})
it('a point or an inverted box keeps the requested zoom', () => {
  expect(effectiveZoom({ ...box, north: 44, east: 8 }, 12)).toBe(12)
  expect(effectiveZoom({ south: 46, north: 44, west: 12, east: 8 }, 12)).toBe(12)
})

it('overlapping pins merge at their centre with the worst condition', () => {
  const [mergedPin, ...others] = clusterPins([pinAt(45, 10, 8, 3), pinAt(45.1, 10.1, 1)], 5)
  expect(others).toEqual([])
  expect(mergedPin).toMatchObject({ plants: 4, condition: conditions[1], plant: null })
  expect(mergedPin?.lat).toBeCloseTo(45.025)
  expect(mergedPin?.box).toEqual({ south: 45, west: 10, north: 45.1, east: 10.1 })
})

it('pins never overlap, and no plant is lost', () => {
  const pins = fc.array(
    fc.tuple(
      fc.double({ min: 44, max: 46, noNaN: true }),
      fc.double({ min: 9, max: 12, noNaN: true }),
      fc.nat({ max: 8 }),
      fc.integer({ min: 1, max: 50 }),
    ),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(pins, fc.integer({ min: 4, max: 9 }), (pinArgs, zoom) => {
      const all = pinArgs.map((one) => pinAt(...one))
      const pins = clusterPins(all, zoom)
      const countPlants = (pins: readonly MapPin[]) => pins.reduce((n, { plants }) => n + plants, 0)
      expect(countPlants(pins)).toBe(countPlants(all))
      for (const [at, pin] of pins.entries())
        for (const other of pins.slice(at + 1))
          expect(pixelsBetween(pin, other, zoom)).toBeGreaterThan(mapLimits.apart - 1e-6)
    }),
    { numRuns: 300 },
  )
})
