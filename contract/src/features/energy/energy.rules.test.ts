import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type QuarterFacts, quarterBetween } from './energy.rules.ts'

/** A lamp of 40 W: 100 tenths of a Wh in a quarter. */
const facts: QuarterFacts = { ratedDw: 400, isNewHere: false, isAfterJump: false }
const at = (energy: number, onS = 0) => ({ energy, onS })

describe('quarter-hour energy', () => {
  it.each([
    ['is what its counters went on', at(500, 60), at(600, 960), {}, { used: at(100, 900), mark: null }],
    ['is nothing where it was dark', at(500, 60), at(500, 60), {}, { used: at(0, 0), mark: null }],
    ['is unknown without the first reading', null, at(600), {}, { used: null, mark: null }],
    ['is unknown without the second', at(500), null, {}, { used: null, mark: null }],
    ['is what a counter counted that began again', at(500, 60), at(40, 0), {}, { used: at(40), mark: 'reset' }],
    ['also where only the time began again', at(500, 60), at(560, 10), {}, { used: null, mark: 'jump' }],
    ['is unknown where the counter fell to more than it can use', at(9_000), at(500), {}, { used: null, mark: 'jump' }],
    ['is unknown of a jump', at(500), at(10_000_500), {}, { used: null, mark: 'jump' }],
    ['is unknown of a jump of the time', at(500, 60), at(600, 4_000), {}, { used: null, mark: 'jump' }],
    [
      'is unknown as a counter comes back from a jump',
      at(10_000),
      at(50),
      { isAfterJump: true },
      { used: null, mark: 'jump' },
    ],
    [
      'is what a lamp counted that took the place of another',
      null,
      at(70, 600),
      { isNewHere: true },
      { used: at(70, 600), mark: 'reset' },
    ],
    ['unless that lamp was used before', null, at(700), { isNewHere: true }, { used: null, mark: null }],
    [
      'is bounded for a lamp that does not say its power',
      at(0),
      at(4_000),
      { ratedDw: null },
      { used: null, mark: 'jump' },
    ],
  ] as const)('%s', (_, before, after, change, expected) => {
    expect(quarterBetween(before, after, { ...facts, ...change })).toEqual(expected)
  })

  const counter = fc.nat({ max: 0xffff_ffff })
  const reading = fc.option(fc.record({ energy: counter, onS: counter }))
  const anyReading = fc.record({
    ratedDw: fc.option(fc.nat({ max: 100_000 })),
    isNewHere: fc.boolean(),
    isAfterJump: fc.boolean(),
  })

  it('is never negative or above what the lamp can draw', () => {
    fc.assert(
      fc.property(reading, reading, anyReading, (before, after, reading) => {
        const { used } = quarterBetween(before, after, reading)
        if (!used) return
        expect(used.energy).toBeGreaterThanOrEqual(0)
        expect(used.onS).toBeGreaterThanOrEqual(0)
        expect(used.energy).toBeLessThanOrEqual((reading.ratedDw ?? 10_000) * 0.25 * 1.5 + 2)
      }),
    )
  })

  it('adds up to the counter difference', () => {
    const steps = fc.array(fc.record({ energy: fc.nat({ max: 150 }), onS: fc.nat({ max: 900 }) }), { maxLength: 200 })
    fc.assert(
      fc.property(counter, steps, (begin, all) => {
        let now = at(begin, begin)
        let total = 0
        for (const { energy, onS } of all) {
          const next = at(now.energy + energy, now.onS + onS)
          total += quarterBetween(now, next, facts).used?.energy ?? Number.NaN
          now = next
        }
        expect(total).toBe(now.energy - begin)
      }),
    )
  })
})
