import { expect, it } from 'vitest'
import { dateOfDay, dayOfDate, firstOfMonth, monthOfDay, plantDay } from './plant-day.ts'

it('is the day that a calendar in the plant shows, over both clock changes', () => {
  const date = (at: string) => dateOfDay(plantDay(new Date(at), 'Europe/Rome'))
  expect(['2026-03-28T22:59:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'].map(date)).toEqual([
    ...['2026-03-28', '2026-03-29', '2026-03-30'],
  ])
  expect(['2026-10-24T21:59:00Z', '2026-10-25T22:59:00Z', '2026-10-25T23:00:00Z'].map(date)).toEqual([
    ...['2026-10-24', '2026-10-25', '2026-10-26'],
  ])
  expect([monthOfDay(dayOfDate('2026-10-25')), dateOfDay(firstOfMonth(dayOfDate('2026-10-25')))]).toEqual([
    ...['2026-10', '2026-10-01'],
  ])
})
