import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import type { Spot } from './draft.ts'
import { computeAreaM2, computeReach, findNearest } from './reach.ts'

/** 100 m by 50 m. */
const size = { width: 2_000, height: 1_000, longSideM: 100 }
const lampOf = (id: number, overrides: Partial<Lamp> = {}) =>
  ({ cu: 'u', id, type: 'emergency', condition: 'ok', ...overrides }) as Lamp
const reachInput = (lamps: readonly (readonly [Lamp, Spot])[], reachM = 10) => ({
  size,
  reachM,
  places: new Map(lamps.map(([{ id }, at]) => [`u.${id}`, at])),
  byKey: new Map(lamps.map(([lamp]) => [`u.${lamp.id}`, lamp])),
})
const countReached = (lamps: readonly (readonly [Lamp, Spot])[], reachM = 10) => {
  const reachOfLamp = computeReach('u.1', reachInput(lamps, reachM))
  return reachOfLamp && computeAreaM2(reachOfLamp, size)
}
const middle: Spot = [0.5, 0.5]

test('a lone lamp leaves its whole area uncovered, and an adjacent pair leaves nothing', () => {
  expect(countReached([[lampOf(1), middle]])).toBeCloseTo(Math.PI * 100, -1)
  expect(
    countReached([
      [lampOf(1), middle],
      [lampOf(2), middle],
    ]),
  ).toBe(0)
})

test('only area that other lamps miss is uncovered, and far lamps do not matter', () => {
  // Two discs of 10 m, 10 m apart: the uncovered part of one is 0.6090.
  expect(
    countReached([
      [lampOf(1), middle],
      [lampOf(2), [0.6, 0.5]],
    ]),
  ).toBeCloseTo(Math.PI * 100 * 0.609, -1)
  expect(
    countReached([
      [lampOf(1), middle],
      [lampOf(2), [0.71, 0.5]],
    ]),
  ).toBeCloseTo(Math.PI * 100, -1)
})

test.each(['error', 'offline', 'inhibited'] as const)(
  'a lamp that is %s covers no area, and lighting does not count',
  (condition) => {
    const countWithLamp = countReached([[lampOf(1), middle]])
    expect(
      countReached([
        [lampOf(1), middle],
        [lampOf(2, { condition }), middle],
      ]),
    ).toBe(countWithLamp)
    expect(
      countReached([
        [lampOf(1), middle],
        [lampOf(2, { type: 'lighting' }), middle],
      ]),
    ).toBe(countWithLamp)
  },
)

test('area outside the plan does not count, and other kinds of lamp have none', () => {
  expect(countReached([[lampOf(1), [0, 0.5]]])).toBeCloseTo(Math.PI * 50, -1)
  expect(countReached([[lampOf(1, { type: 'lighting' }), middle]])).toBeNull()
  expect(computeReach('u.9', reachInput([[lampOf(1), middle]]))).toBeNull()
})

test('the nearest lamps of one kind are sorted by metres on the drawing', () => {
  const found = findNearest(
    'u.1',
    reachInput([
      [lampOf(1), middle],
      [lampOf(2), [0.5, 0.9]],
      [lampOf(3), [0.6, 0.5]],
      [lampOf(4, { type: 'sensor' }), middle],
    ]),
    5,
  )
  expect(found.map(({ key, metres }) => [key, Math.round(metres)])).toEqual([
    ['u.3', 10],
    ['u.2', 20],
  ])
})
