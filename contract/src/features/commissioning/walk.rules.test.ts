import { describe, expect, it } from 'vitest'
import { type ClaimableLamp, isAllPlaced, isClaimableBy, minutesLeft, nextLamp } from './walk.rules.ts'
import { walkPlace } from './walk.ts'

const now = 1_000_000
const lamp = (change: Partial<ClaimableLamp> = {}): ClaimableLamp => ({
  state: 'open',
  addr: 1,
  putOff: 0,
  taken: null,
  ...change,
})
const userId = (person: string, until = now + 1) => ({ taken: { by: person, until } })

describe('lamp availability in a commissioning walk', () => {
  it.each<[string, Partial<ClaimableLamp>, boolean]>([
    ['open, with nobody at it', {}, true],
    ['with oneself at it', userId('ada'), true],
    ['with somebody else at it', userId('luca'), false],
    ['with somebody else at it whose time is over', userId('luca', now), true],
    ['done', { state: 'done' }, false],
    ['skipped', { state: 'skipped' }, false],
    ['not in the list of its unit', { addr: null }, false],
    ['put off', { putOff: 3 }, true],
  ])('%s', (_, change, free) => {
    expect(isClaimableBy(lamp(change), 'ada', now)).toBe(free)
  })
})

describe('the next lamp', () => {
  it.each<[string, Partial<ClaimableLamp>[], number | null]>([
    ['is the first', [{ addr: 1 }, { addr: 2 }], 1],
    ['is the first that is free', [{ addr: 1, state: 'done' }, { addr: 2, ...userId('luca') }, { addr: 3 }], 3],
    ['is the one that the person is at', [{ addr: 1 }, { addr: 2, ...userId('ada') }], 2],
    [
      'is not the one that the person was at until the time was over',
      [{ addr: 1 }, { addr: 2, ...userId('ada', now) }],
      1,
    ],
    ['is one that was put off after all others', [{ addr: 1, putOff: 1 }, { addr: 2 }], 2],
    [
      'is the one that was put off least',
      [
        { addr: 1, putOff: 2 },
        { addr: 2, putOff: 1 },
      ],
      2,
    ],
    [
      'is none where others are at the rest',
      [
        { addr: 1, ...userId('luca') },
        { addr: 2, state: 'skipped' },
      ],
      null,
    ],
    ['is none of no lamps', [], null],
  ])('%s', (_, lamps, addr) => {
    expect(nextLamp(lamps.map(lamp), 'ada', now)?.addr ?? null).toBe(addr)
  })
})

it.each([
  [2, 2, true],
  [2, 1, false],
])('of %i lamps %i are placed, so the walk is complete: %s', (total, done, all) => {
  expect(isAllPlaced({ total, done })).toBe(all)
})

const placesEach = (ms: number, count: number): number[] => Array.from({ length: count }, (_, n) => n * ms)

it.each<[string, number[], number, number | null]>([
  ['nine places say nothing', placesEach(60_000, 9), 5, null],
  ['a lamp a minute', placesEach(60_000, 10), 5, 5],
  ['the last ten alone, in any order', [...placesEach(30_000, 10).map((at) => at + 9e6), 0], 4, 2],
  ['nothing left', placesEach(60_000, 10), 0, 0],
])('the remaining time: %s', (_, placedCount, minutesPerLamp, minutes) => {
  expect(minutesLeft(placedCount, minutesPerLamp)).toBe(minutes)
})

it.each([
  [{ location: 'Door 4', roomId: null }, true],
  [{ location: ' ', roomId: '00000000-0000-4000-8000-000000000001' }, true],
  [{ location: ' ', roomId: null }, false],
])('the place %o is valid: %s', (place, isOne) => {
  expect(walkPlace.safeParse({ description: '', ...place }).success).toBe(isOne)
})
