import { expect, test, vi } from 'vitest'
import { instantOf, monthsUntilNow, wallTime } from './wall-time.ts'

test.each([
  ['2026-11-30T06:00', 'Europe/Rome', '2026-11-30T05:00:00.000Z'],
  ['2026-07-01T06:00', 'Europe/Rome', '2026-07-01T04:00:00.000Z'],
  ['2026-01-01T00:30', 'America/New_York', '2026-01-01T05:30:00.000Z'],
])('%s in %s is %s', (wall, zone, instant) => {
  expect(instantOf(wall, zone)).toBe(instant)
  expect(wallTime(instant, zone)).toBe(wall)
})

test('the current month is the one of the zone', () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T15:00:00Z') })
  try {
    expect(monthsUntilNow('Pacific/Kiritimati', 3)).toEqual(['2026-12', '2026-11', '2026-10'])
    expect(monthsUntilNow('America/New_York', 2)).toEqual(['2026-11', '2026-10'])
  } finally {
    vi.useRealTimers()
  }
})

test('an invalid date gives no instant', () => {
  expect(instantOf('', 'Europe/Rome')).toBeUndefined()
})
