import { expect, it } from 'vitest'
import { longSideOf, metresBetween } from './floor-plan.rules.ts'
import { planMeasure } from './floor-plan.ts'

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
