import { expect, it } from 'vitest'
import {
  alignedLongSide,
  alignment,
  clampToDrawing,
  isInOutline,
  longSideOf,
  metresBetween,
} from './floor-plan.rules.ts'
import { planAlignment, planMeasure } from './floor-plan.ts'

const size = { width: 2_000, height: 1_000 }

it('a measured length sets the scale of the drawing in any direction', () => {
  const [a, b, c] = [
    { x: 0.1, y: 0.5 },
    { x: 0.6, y: 0.5 },
    { x: 0.1, y: 1 },
  ]
  const longSideM = longSideOf(size, { from: a, to: b, lengthM: 30 })
  expect(longSideM).toBeCloseTo(60)
  expect(metresBetween(size, longSideM, a, b)).toBeCloseTo(30)
  // The same share of the height is half as many pixels.
  expect(metresBetween(size, longSideM, a, c)).toBeCloseTo(15)
  expect(metresBetween(size, longSideM, b, c)).toBeCloseTo(Math.hypot(30, 15))
})

it('a scale needs a positive length and two points', () => {
  const measure = { from: { x: 0.1, y: 0.1 }, to: { x: 0.1, y: 0.9 }, lengthM: 5 }
  const refusalOf = (change: object) => planMeasure.safeParse({ ...measure, ...change }).error?.issues[0]?.message
  expect(planMeasure.safeParse(measure).success).toBe(true)
  for (const lengthM of [0, -5, Number.POSITIVE_INFINITY, Number.NaN]) expect(refusalOf({ lengthM })).toBeDefined()
  expect(refusalOf({ to: { x: 0.1, y: 0.1 } })).toBe('same_point')
  expect(refusalOf({ to: { x: 0.101, y: 0.1 } })).toBe('same_point')
  expect(refusalOf({ to: { x: 0.2, y: 1.2 } })).toBeDefined()
})

const point = (x: number, y: number) => ({ x, y })
const expectNear = (found: { x: number; y: number }, x: number, y: number) => {
  expect(found.x).toBeCloseTo(x, 6)
  expect(found.y).toBeCloseTo(y, 6)
}

it('two points move, rotate and scale all places of a drawing', () => {
  // The newer drawing shows only the left half, twice as large and with another shape.
  const halfTurn = {
    first: { before: point(0, 0), now: point(0, 0) },
    second: { before: point(0.5, 1), now: point(1, 1) },
  }
  expectNear(alignment(size, { width: 800, height: 800 }, halfTurn)(point(0.25, 0.5)), 0.5, 0.5)
  expectNear(alignment(size, { width: 800, height: 800 }, halfTurn)(point(1, 0.5)), 2, 0.5)
  // Rotated by 90 degrees about its upper left corner: the width becomes the height.
  const rotated = {
    first: { before: point(0, 0), now: point(1, 0) },
    second: { before: point(1, 0), now: point(1, 1) },
  }
  expectNear(alignment(size, { width: 1_000, height: 2_000 }, rotated)(point(0.5, 0.5)), 0.5, 0.5)
  expectNear(alignment(size, { width: 1_000, height: 2_000 }, rotated)(point(0.25, 1)), 0, 0.25)
})

it('equal points on an unchanged drawing change no place', () => {
  const unchanged = {
    first: { before: point(0.1, 0.2), now: point(0.1, 0.2) },
    second: { before: point(0.9, 0.7), now: point(0.9, 0.7) },
  }
  expectNear(alignment(size, size, unchanged)(point(0.33, 0.44)), 0.33, 0.44)
  expect(alignedLongSide({ ...size, longSideM: 60 }, size, unchanged)).toBeCloseTo(60)
})

it('a newer drawing of half the area has half the length', () => {
  const halfTurn = {
    first: { before: point(0, 0), now: point(0, 0) },
    second: { before: point(0.5, 0), now: point(1, 0) },
  }
  expect(alignedLongSide({ ...size, longSideM: 60 }, size, halfTurn)).toBeCloseTo(30)
})

it('an alignment refuses the same point twice on either drawing', () => {
  const [a, b] = [point(0.1, 0.1), point(0.9, 0.9)]
  const isTaken = (first: object, second: object) => planAlignment.safeParse({ first, second }).success
  expect(isTaken({ before: a, now: a }, { before: b, now: b })).toBe(true)
  expect(isTaken({ before: a, now: a }, { before: a, now: b })).toBe(false)
  expect(isTaken({ before: a, now: a }, { before: b, now: a })).toBe(false)
})

it('a place beyond the edge moves to the edge', () => {
  expect([clampToDrawing(point(-0.2, 0.5)), clampToDrawing(point(1.7, 2))]).toEqual([point(0, 0.5), point(1, 1)])
})

it('a place lies within a concave outline in either corner order', () => {
  const bent = [point(0, 0), point(1, 0), point(1, 1), point(0.5, 0.5), point(0, 1)]
  const found = [point(0.2, 0.5), point(0.5, 0.9), point(0.9, 0.8), point(1.1, 0.5), point(0.5, -0.1)].map((corner) =>
    isInOutline(bent, corner),
  )
  expect(found).toEqual([true, false, true, false, false])
  expect(isInOutline(bent.toReversed(), point(0.2, 0.5))).toBe(true)
})
