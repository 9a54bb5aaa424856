import { expect, it } from 'vitest'
import { flattenRings } from './flat-rings.ts'

it('a ring inside the map stays unchanged', () => {
  const ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 0],
  ] as const
  expect(flattenRings([ring])).toEqual([[ring]])
})

it('a ring across the date line is split at the edges of the map', () => {
  const flat = flattenRings([
    [
      [170, 60],
      [-170, 60],
      [-170, 65],
      [170, 65],
      [170, 60],
    ],
  ])
  const longestEdge = Math.max(
    ...flat.flat().flatMap((ring) => ring.slice(1).map(([long], at) => Math.abs(long - (ring[at]?.[0] ?? 0)))),
  )
  expect(longestEdge).toBe(20)
  const onMap = flat.flat().filter((ring) => ring.some(([long]) => long > -180 && long < 180))
  expect(onMap.map((ring) => ring.map(([long]) => long))).toEqual([
    [-190, -170, -170, -190, -190],
    [170, 190, 190, 170, 170],
  ])
})

it('a ring around a pole is closed along the edge of the map', () => {
  const polarRing = [
    [-180, -70],
    [-90, -75],
    [0, -70],
    [90, -75],
    [179, -70],
    [-180, -70],
  ] as const
  const [ring] = flattenRings([polarRing])[0] ?? []
  expect(ring?.slice(-3)).toEqual([
    [180, -90],
    [-180, -90],
    [-180, -70],
  ])
})
