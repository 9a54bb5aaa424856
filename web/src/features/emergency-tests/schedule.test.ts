import { expect, test } from 'vitest'
import { isOverdue, nextOf } from './schedule.ts'

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

test('the next date of a unit is the earlier of both', () => {
  expect(nextOf({ functional: at('2026-12-02T05:00:00Z'), autonomy: at('2026-11-30T05:00:00Z') })).toBe(
    '2026-11-30T05:00:00Z',
  )
  expect(nextOf({ functional: null, autonomy: at(null) })).toBeNull()
})
