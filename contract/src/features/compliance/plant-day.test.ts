import { expect, it } from 'vitest'
import { addMonths, dateOfDay, dayOfDate, firstOfMonth, monthOfDay, plantDay } from './plant-day.ts'

it('a plant day follows the calendar of the plant over both clock changes', () => {
  const date = (at: string) => dateOfDay(plantDay(new Date(at), 'Europe/Rome'))
  expect(['2026-03-28T22:59:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'].map(date)).toEqual([
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
  ])
  expect(['2026-10-24T21:59:00Z', '2026-10-25T22:59:00Z', '2026-10-25T23:00:00Z'].map(date)).toEqual([
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
  ])
  expect([monthOfDay(dayOfDate('2026-10-25')), dateOfDay(firstOfMonth(dayOfDate('2026-10-25')))]).toEqual([
    '2026-10',
    '2026-10-01',
  ])
})

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2028-02-29', 60, '2033-02-28'],
  ['2024-02-29', 48, '2028-02-29'],
  ['2026-11-30', 24, '2028-11-30'],
  ['2026-12-31', 12, '2027-12-31'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -13, '2024-12-15'],
])('%s plus %i months is %s', (day, months, expectedDay) => expect(addMonths(day, months)).toBe(expectedDay))
