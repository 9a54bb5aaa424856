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

it('a length between two points gives the scale of the whole drawing, in any direction', () => {
  const [a, b, c] = [
    { x: 0.1, y: 0.5 },
    { x: 0.6, y: 0.5 },
    { x: 0.1, y: 1 },
  ]
  const longSideM = longSideOf(size, { from: a, to: b, lengthM: 30 })
  expect(longSideM).toBeCloseTo(60)
  expect(metresBetween(size, longSideM, a, b)).toBeCloseTo(30)
  // As many parts of the height are half as many pixels.
  expect(metresBetween(size, longSideM, a, c)).toBeCloseTo(15)
  expect(metresBetween(size, longSideM, b, c)).toBeCloseTo(Math.hypot(30, 15))
})

it('a scale has a length, and two points', () => {
  const measure = { from: { x: 0.1, y: 0.1 }, to: { x: 0.1, y: 0.9 }, lengthM: 5 }
  const refused = (change: object) => planMeasure.safeParse({ ...measure, ...change }).error?.issues[0]?.message
  expect(planMeasure.safeParse(measure).success).toBe(true)
  for (const lengthM of [0, -5, Number.POSITIVE_INFINITY, Number.NaN]) expect(refused({ lengthM })).toBeDefined()
  expect(refused({ to: { x: 0.1, y: 0.1 } })).toBe('same_point')
  expect(refused({ to: { x: 0.101, y: 0.1 } })).toBe('same_point')
  expect(refused({ to: { x: 0.2, y: 1.2 } })).toBeDefined()
})

const spot = (x: number, y: number) => ({ x, y })
const near = (found: { x: number; y: number }, x: number, y: number) => {
  expect(found.x).toBeCloseTo(x, 6)
  expect(found.y).toBeCloseTo(y, 6)
}

it('two points move, turn and size all places of a drawing', () => {
  // The newer one shows the left half alone, twice as large, and has another shape.
  const half = { first: { before: spot(0, 0), now: spot(0, 0) }, second: { before: spot(0.5, 1), now: spot(1, 1) } }
  near(alignment(size, { width: 800, height: 800 }, half)(spot(0.25, 0.5)), 0.5, 0.5)
  near(alignment(size, { width: 800, height: 800 }, half)(spot(1, 0.5)), 2, 0.5)
  // Turned by a right angle about its upper left corner: what lay along the width lies along the height.
  const turned = { first: { before: spot(0, 0), now: spot(1, 0) }, second: { before: spot(1, 0), now: spot(1, 1) } }
  near(alignment(size, { width: 1_000, height: 2_000 }, turned)(spot(0.5, 0.5)), 0.5, 0.5)
  near(alignment(size, { width: 1_000, height: 2_000 }, turned)(spot(0.25, 1)), 0, 0.25)
})

it('the same points on the same drawing leave everything where it was', () => {
  const same = {
    first: { before: spot(0.1, 0.2), now: spot(0.1, 0.2) },
    second: { before: spot(0.9, 0.7), now: spot(0.9, 0.7) },
  }
  near(alignment(size, size, same)(spot(0.33, 0.44)), 0.33, 0.44)
  expect(alignedLongSide({ ...size, longSideM: 60 }, size, same)).toBeCloseTo(60)
})

it('the scale goes along: half of the drawing on as many pixels is half as long', () => {
  const half = { first: { before: spot(0, 0), now: spot(0, 0) }, second: { before: spot(0.5, 0), now: spot(1, 0) } }
  expect(alignedLongSide({ ...size, longSideM: 60 }, size, half)).toBeCloseTo(30)
})

it('a point is not taken twice, on either drawing', () => {
  const [a, b] = [spot(0.1, 0.1), spot(0.9, 0.9)]
  const isTaken = (first: object, second: object) => planAlignment.safeParse({ first, second }).success
  expect(isTaken({ before: a, now: a }, { before: b, now: b })).toBe(true)
  expect(isTaken({ before: a, now: a }, { before: a, now: b })).toBe(false)
  expect(isTaken({ before: a, now: a }, { before: b, now: a })).toBe(false)
})

it('a place beyond the edge is at the edge', () => {
  expect([clampToDrawing(spot(-0.2, 0.5)), clampToDrawing(spot(1.7, 2))]).toEqual([spot(0, 0.5), spot(1, 1)])
})

it('a place is within an outline also where that is bent, whichever way its corners go round', () => {
  const bent = [spot(0, 0), spot(1, 0), spot(1, 1), spot(0.5, 0.5), spot(0, 1)]
  const found = [spot(0.2, 0.5), spot(0.5, 0.9), spot(0.9, 0.8), spot(1.1, 0.5), spot(0.5, -0.1)].map((one) =>
    isInOutline(bent, one),
  )
  expect(found).toEqual([true, false, true, false, false])
  expect(isInOutline(bent.toReversed(), spot(0.2, 0.5))).toBe(true)
})
