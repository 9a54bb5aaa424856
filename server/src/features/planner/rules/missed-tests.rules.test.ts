import { describe, expect, it } from 'vitest'
import { planLamp } from '../plan-fixtures.ts'
import type { PlannedTestRow } from '../planner.store.ts'
import { findMissed, findNeedless } from './missed-tests.rules.ts'

const day = (n: number) => new Date(Date.UTC(2027, 0, n, 21))
const row = (n: number, overrides: Partial<PlannedTestRow> = {}): PlannedTestRow => ({
  id: String(n),
  planId: 'p',
  plantId: 'p',
  centralUnitId: 'a',
  kind: 'functional',
  planner: 'unit',
  group: null,
  lamps: [1, 2],
  startsAt: day(n),
  day: '2027-01-01',
  minutes: 15,
  state: 'planned',
  reason: null,
  movedFrom: null,
  movedBecause: null,
  ...overrides,
})
const missedTest = (n: number, overrides: Partial<PlannedTestRow> = {}) =>
  row(n, { state: 'notExecuted', ...overrides })
const done = (n: number, overrides: Partial<PlannedTestRow> = {}) => row(n, { state: 'done', ...overrides })
const replacementOf = (n: number) => ({ movedFrom: day(n), movedBecause: 'notExecuted', planner: 'platform' }) as const

const facts = { lamps: [planLamp('a', 1), planLamp('a', 2)], durationDays: 366 }
const missing = (...rows: PlannedTestRow[]) => findMissed(rows, facts).map(({ row: { id }, lamps }) => [id, ...lamps])
const listNeedless = (...rows: PlannedTestRow[]) => findNeedless(rows).map(({ id }) => id)

describe('missed test', () => {
  it('is missing until another one begins or replaces it', () => {
    expect(missing(done(1), missedTest(2), row(4))).toEqual([['2', 0, 1]])
    expect(missing(missedTest(2), row(3, replacementOf(2)))).toEqual([])
    expect(missing(missedTest(2), done(4))).toEqual([])
    expect(missing(missedTest(2), row(4, { state: 'begun' }))).toEqual([])
    expect(missing(missedTest(2), done(4, { lamps: [2] }))).toEqual([['2', 0]])
    expect(missing(missedTest(2), done(4, { kind: 'autonomy' }), done(5, { centralUnitId: 'b' }))).toEqual([
      ['2', 0, 1],
    ])
  })

  it('is not missing if one ran since the first missed date', () => {
    const chain = [missedTest(2), missedTest(6, replacementOf(2)), missedTest(9, replacementOf(6))]
    expect(missing(...chain)).toEqual([['9', 0, 1]])
    expect(missing(...chain, done(4))).toEqual([])
  })

  it('is not missing for a lamp discharged recently', () => {
    const missingOf = (lastAutonomy: number) =>
      findMissed([missedTest(200, { kind: 'autonomy' })], { ...facts, lamps: [planLamp('a', 1, { lastAutonomy })] })
        .length
    expect([1, 16, 18, 199, 210].map((n) => missingOf(day(n).getTime()))).toEqual([1, 1, 0, 0, 0])
  })

  it('needs no replacement after another test of its lamps', () => {
    const chain = [missedTest(2), missedTest(6, replacementOf(2)), row(9, replacementOf(6)), row(30)]
    expect(listNeedless(...chain)).toEqual([])
    expect(listNeedless(...chain, done(4, { lamps: [1] }))).toEqual([])
    expect(listNeedless(...chain, done(4))).toEqual(['9'])
    // A test moved for another reason is the test itself.
    expect(listNeedless(done(4), row(9, { movedFrom: day(2), movedBecause: 'lampsChanged' }))).toEqual([])
  })
})
