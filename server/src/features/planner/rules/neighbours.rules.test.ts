import { describe, expect, it } from 'vitest'
import { planLamp } from '../plan-fixtures.ts'
import { isUnknown, neighboursOf, roomsOfOneGroup } from './neighbours.rules.ts'

/** A lamp at this many metres along a corridor; neighbours are up to 10 m apart. */
const at = (addr: number, x: number, overrides: object = {}) =>
  planLamp('a', addr, { spot: { plan: 'p1', x, y: 0, reachM: 10 }, room: 'r1', ...overrides })
const pairs = (lamps: Parameters<typeof neighboursOf>[0]) =>
  neighboursOf(lamps).flatMap((lampNeighbours, a) =>
    [...lampNeighbours].filter((b) => b > a).map((b) => `${lamps[a]?.addr}-${lamps[b]?.addr}`),
  )

describe('plan with a scale', () => {
  it('makes lamps of both groups neighbours up to its reach', () => {
    expect(pairs([at(1, 0), at(2, 10), at(4, 10.1), at(6, 30)])).toEqual(['1-2', '2-4'])
  })

  it('separates lamps of one group by a lamp of the other', () => {
    expect(pairs([at(1, 0), at(3, 8), at(2, 4)])).toEqual(['1-2', '3-2'])
    expect(pairs([at(1, 0), at(3, 8), at(2, 17)])).toEqual(['1-3', '3-2'])
  })

  it('makes a lamp without a group a neighbour of near lamps', () => {
    expect(pairs([at(1, 0, { parity: null }), at(3, 8), at(2, 4)]).toSorted()).toEqual(['1-2', '1-3', '3-2'])
  })

  it('uses distance instead of rooms', () => {
    expect(pairs([at(1, 0), at(2, 50)])).toEqual([])
    expect(pairs([at(1, 0), at(2, 5, { room: 'r2' })])).toEqual(['1-2'])
    expect(pairs([at(1, 0, { room: null }), at(2, 50, { room: null })])).toEqual([])
    expect(roomsOfOneGroup([at(1, 0), at(3, 50)])).toEqual([])
  })

  it('uses rooms for lamps of different plans', () => {
    const other = { spot: { plan: 'p2', x: 0, y: 0, reachM: 10 } }
    expect(pairs([at(1, 0), at(2, 90, other)])).toEqual(['1-2'])
    expect(pairs([at(1, 0), at(2, 0, { ...other, room: 'r2' })])).toEqual([])
  })
})

it('a lamp without a place falls back to its room and then its group', () => {
  expect(pairs([at(1, 0), at(2, 90, { spot: null }), at(4, 50)])).toEqual(['1-2'])
  expect(pairs([at(1, 0), at(2, 90, { spot: null, room: null })])).toEqual(['1-2'])
})

it('a lamp placed on a plan is known without room and group', () => {
  const unplacedLamp = { room: null, parity: null }
  expect([isUnknown(at(1, 0, unplacedLamp)), isUnknown(at(1, 0, { ...unplacedLamp, spot: null }))]).toEqual([
    false,
    true,
  ])
})

it('2,000 lamps of one plan are compared quickly', () => {
  const lamps = Array.from({ length: 2_000 }, (_, n) =>
    at(n + 1, (n % 100) * 4, { spot: { plan: 'p', x: (n % 100) * 4, y: Math.floor(n / 100) * 4, reachM: 10 } }),
  )
  const begin = performance.now()
  neighboursOf(lamps)
  expect(performance.now() - begin).toBeLessThan(1_000)
})
