import { expect, test } from 'vitest'
import { nextReportMail } from './next-report-mail.ts'

const next = (rhythm: 'weekly' | 'monthly', after: string, zone = 'Europe/Rome') =>
  nextReportMail(rhythm, new Date(after), zone).toISOString()

test('a weekly mail is due on Monday at 07:00 in the plant zone', () => {
  expect(next('weekly', '2026-03-04T12:00:00Z')).toBe('2026-03-09T06:00:00.000Z')
  expect(next('weekly', '2026-03-09T05:59:59Z')).toBe('2026-03-09T06:00:00.000Z')
  expect(next('weekly', '2026-03-09T06:00:00Z')).toBe('2026-03-16T06:00:00.000Z')
  expect(next('weekly', '2026-03-28T12:00:00Z')).toBe('2026-03-30T05:00:00.000Z')
})

test('a monthly mail is due on the first of the month in the plant zone', () => {
  expect(next('monthly', '2026-03-04T12:00:00Z')).toBe('2026-04-01T05:00:00.000Z')
  expect(next('monthly', '2026-12-31T23:30:00Z')).toBe('2027-01-01T06:00:00.000Z')
  expect(next('monthly', '2026-01-01T06:00:00Z')).toBe('2026-02-01T06:00:00.000Z')
  expect(next('monthly', '2026-03-31T16:00:00Z', 'Pacific/Auckland')).toBe('2026-03-31T18:00:00.000Z')
})
