import { isWithin } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import { expect, it } from 'vitest'
import { demoBuildings } from './demo-buildings.ts'
import { cornersOf, drawFloor, placesOfFloor, spread } from './demo-floor.ts'

it('every place of a building is once on its floor, beside the others and within the drawing', () => {
  for (const building of Object.values(demoBuildings)) {
    const drawn = placesOfFloor(building)
    expect(drawn.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual([...building.places.keys()])
    for (const [at, one] of drawn.entries()) {
      const middle = { x: (one.left + one.right) / 2, y: (one.top + one.bottom) / 2 }
      expect(drawn.findIndex((other) => isWithin(cornersOf(other), middle))).toBe(at)
      expect(cornersOf(one).every(({ x, y }) => x > 0 && x < 1 && y > 0 && y < 1)).toBe(true)
    }
  }
})

it('lamps are spread within their place, none on another', () => {
  const [hall, room] = placesOfFloor({
    places: [
      ['Hall', 'escapeRoute'],
      ['Room', 'other'],
    ],
  })
  for (const place of [hall, room])
    for (const count of [0, 1, 2, 7, 16]) {
      const spots = place ? spread(place, count) : []
      expect(spots).toHaveLength(count)
      expect(spots.every((spot) => place && isWithin(cornersOf(place), spot))).toBe(true)
      expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(count)
    }
})

it('is a small drawing that names nothing outside', () => {
  for (const building of Object.values(demoBuildings)) {
    const svg = drawFloor(building)
    expect(svg.length).toBeLessThan(8_000)
    expect(svg.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|href|script/)
  }
})
