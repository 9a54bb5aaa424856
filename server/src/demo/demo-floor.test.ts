import { isInOutline } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import { expect, it } from 'vitest'
import { demoBuildings } from './demo-buildings.ts'
import { besideLamps, cornersOf, drawFloor, placesOfFloor, spreadEvenly } from './demo-floor.ts'
import { placeOfUnit } from './demo-names.ts'

it('every place appears once on its floor within the drawing without overlap', () => {
  for (const building of Object.values(demoBuildings)) {
    const places = placesOfFloor(building)
    expect(places.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual([...building.places.keys()])
    for (const [at, place] of places.entries()) {
      const middle = { x: (place.left + place.right) / 2, y: (place.top + place.bottom) / 2 }
      expect(places.findIndex((other) => isInOutline(cornersOf(other), middle))).toBe(at)
      expect(cornersOf(place).every(({ x, y }) => x > 0 && x < 1 && y > 0 && y < 1)).toBe(true)
    }
  }
})

it('lamps are spread within their place without overlap', () => {
  const [hallPlace, room] = placesOfFloor({
    places: [
      ['Hall', 'escapeRoute'],
      ['Room', 'other'],
    ],
  })
  for (const place of [hallPlace, room])
    for (const count of [0, 1, 2, 7, 16]) {
      const points = place ? spreadEvenly(place, count) : []
      expect(points).toHaveLength(count)
      expect(points.every((point) => place && isInOutline(cornersOf(place), point))).toBe(true)
      expect(new Set(points.map(({ x, y }) => `${x} ${y}`)).size).toBe(count)
    }
})

it('units are placed within their place without covering lamps or each other', () => {
  for (const building of Object.values(demoBuildings))
    for (const place of placesOfFloor(building))
      for (const lamps of [1, 2, 3, 4, 6]) {
        const besideRows = [besideLamps(place, 0, 2), besideLamps(place, 1, 2)]
        expect(besideRows.every((point) => isInOutline(cornersOf(place), point))).toBe(true)
        const points = [...spreadEvenly(place, lamps), ...besideRows].map(
          ({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`,
        )
        expect(new Set(points).size).toBe(lamps + 2)
      }
})

it('every unit with a place lies in a place of its building', () => {
  const found = [
    placeOfUnit('hospital', 'logica_0A1B01'),
    placeOfUnit('hospital', 'sicuro_0D1A01'),
    placeOfUnit('hospital', 'logica_0A1B02'),
    placeOfUnit('logistics', 'logicafm_0F201'),
    placeOfUnit('hotel', 'logicafm_0F202'),
  ]
  expect(found).toEqual([
    { floor: 0, place: 8 },
    { floor: 0, place: 8 },
    { floor: 1, place: 8 },
    { floor: 0, place: 7 },
    null,
  ])
})

it('is a small drawing without external references', () => {
  for (const building of Object.values(demoBuildings)) {
    const svg = drawFloor(building)
    expect(svg.length).toBeLessThan(8_000)
    expect(svg.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|href|script/)
  }
})
