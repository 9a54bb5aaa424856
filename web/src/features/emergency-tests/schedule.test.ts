import { expect, test } from 'vitest'
import { earlierOf, isOverdue, plannedTests, type ScheduleRow, testingUnits } from './schedule.ts'

const at = (next: string | null) => ({ next, period: null, deferred: false })
const now = Date.parse('2026-11-21T10:00:00Z')

test.each([
  [null, false],
  [at(null), false],
  [at('2026-11-21T10:00:01Z'), false],
  [at('2026-11-21T09:59:59Z'), true],
])('a schedule of %j is overdue: %s', (schedule, overdue) => {
  expect(isOverdue(schedule, now)).toBe(overdue)
})

test('planned tests are sorted by date, and tests without a date are left out', () => {
  const next = (at: string | null) => ({ next: at, period: null, deferred: false })
  const row = (topic: string, functional: string | null, autonomy: string | null) =>
    ({ topic, unit: {}, functional: next(functional), autonomy: next(autonomy), isReported: true }) as ScheduleRow
  const rows = [row('a', '2026-12-01T09:00:00Z', '2027-03-01T09:00:00Z'), row('b', null, '2026-11-30T09:00:00Z')]
  expect(plannedTests(rows).map(({ topic, kind }) => `${topic} ${kind}`)).toEqual([
    'b autonomy',
    'a functional',
    'a autonomy',
  ])
})

test('the next test is the earlier of unit schedule and platform start', () => {
  const unitSchedule = { next: '2026-12-20T21:00:00.000Z', period: '12m' as const, deferred: false }
  const toStart = (at: string) => ({ cu: 'imagined_0A1B2C', kind: 'autonomy' as const, at })
  expect(earlierOf(unitSchedule, undefined)).toEqual(unitSchedule)
  expect(earlierOf(unitSchedule, toStart('2026-12-20T21:00:00.001Z'))).toEqual(unitSchedule)
  const first = { next: '2026-12-13T01:00:00.000Z', period: '12m', deferred: false, byPlatform: true }
  expect(earlierOf(unitSchedule, toStart('2026-12-13T01:00:00.000Z'))).toEqual(first)
  expect(earlierOf(null, toStart('2026-12-13T01:00:00.000Z'))).toEqual({ ...first, period: null })
})

test('a unit without automatic tests is listed once the platform will test it', () => {
  const units = [{ cu_type: 'imagined', cu_id: '0A1B2C' } as never]
  const types = [{ cu_type: 'imagined', commands: [] }]
  expect(testingUnits(units, types)).toEqual([])
  const toStart = { cu: 'imagined_0A1B2C', kind: 'functional' as const, at: '2026-12-13T01:00:00.000Z' }
  expect(testingUnits(units, types, [toStart])).toEqual(units)
})
