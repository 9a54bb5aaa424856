import { expect, test } from 'vitest'
import { daysOfMonth, firstWeekday, formatDate, parseDate, parseTime } from './date-text.ts'

test.each([
  ['en', '30/11/2026'],
  ['de', '30.11.2026'],
  ['pl', '30.11.2026'],
  ['cs', '30. 11. 2026'],
  ['no', '30.11.2026'],
  ['fr', '30/11/2026'],
] as const)('a date is written in %s as %s and parsed again', (language, text) => {
  expect(formatDate('2026-11-30', language)).toBe(text)
  expect(parseDate(text, language)).toBe('2026-11-30')
})

test.each([
  ['3.2.27', '2027-02-03'],
  ['03022027', '2027-02-03'],
  ['2027-02-03', '2027-02-03'],
  ['29.02.2028', '2028-02-29'],
  ['29.02.2027', undefined],
  ['31.4.2026', undefined],
  ['13.13.2026', undefined],
  ['', undefined],
  ['tomorrow', undefined],
])('"%s" is parsed as %s', (text, date) => {
  expect(parseDate(text, 'de')).toBe(date)
})

test.each([
  ['6:00', '06:00'],
  ['06.30', '06:30'],
  ['0630', '06:30'],
  ['23:59', '23:59'],
  ['7', '07:00'],
  ['24:00', undefined],
  ['12:60', undefined],
  ['', undefined],
])('"%s" is the time %s', (text, time) => {
  expect(parseTime(text)).toBe(time)
})

test('a month has whole weeks from the first weekday of the language', () => {
  const days = daysOfMonth('2026-11-30', firstWeekday('de'))
  expect(days).toHaveLength(42)
  expect(days[0]).toBe('2026-10-26')
  expect(days.filter((day) => day.startsWith('2026-11'))).toHaveLength(30)
})
