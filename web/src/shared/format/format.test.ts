import { expect, test, vi } from 'vitest'
import { formatsFor } from './format.ts'

test('the formatters of a language and zone are made once, however many parts of a page use them', () => {
  expect(formatsFor('de', 'Europe/Rome')).toBe(formatsFor('de', 'Europe/Rome'))
  expect(formatsFor('de')).not.toBe(formatsFor('de', 'Europe/Rome'))
  expect(formatsFor('de', 'Europe/Rome').time('2026-01-01T12:00:00Z')).toBe('13:00')
  expect(formatsFor('de', 'Europe/London').time('2026-01-01T12:00:00Z')).toBe('12:00')
})

test('a formatter is made when it is first needed, and not with the first screen', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const formats = formatsFor('fr', 'Europe/Paris')
  expect(made).not.toHaveBeenCalled()
  expect([formats.time('2026-01-01T12:00:00Z'), formats.time('2026-01-01T12:30:00Z')]).toEqual(['13:00', '13:30'])
  expect(made).toHaveBeenCalledOnce()
  made.mockRestore()
})

test.each([
  ['en', 30_000, '30 s'],
  ['en', 59.9 * 60_000, '59 min'],
  ['en', 90 * 60_000, '90 min'],
  ['en', 150 * 60_000, '2.5 h'],
  ['de', 150 * 60_000, '2,5 h'],
  ['de', 180 * 60_000, '3 h'],
  ['pl', 26.99 * 3_600_000, '26,9 h'],
] as const)('in %s %i ms are %s, never more than has passed', (language, milliseconds, text) => {
  expect(formatsFor(language).duration(milliseconds).replace('\u202F', ' ')).toBe(text)
})

test.each([
  ['en', 'today, 13:00'],
  ['de', 'heute, 13:00'],
  ['pl', 'dzisiaj, 13:00'],
] as const)('in %s what was on this day of the zone is said so: %s', (language, text) => {
  vi.useFakeTimers({ now: new Date('2026-01-01T22:30:00Z') })
  expect(formatsFor(language, 'Europe/Rome').dateTime('2026-01-01T12:00:00Z')).toBe(text)
  // In Rome it is still the first, in Tokyo the second.
  expect(formatsFor(language, 'Asia/Tokyo').dateTime('2026-01-01T12:00:00Z')).not.toContain(text.split(',')[0])
  vi.useRealTimers()
})

test('a reading stands with its unit in the numbers of the language', () => {
  const plain = (text: string) => text.replace('\u202F', ' ')
  expect(plain(formatsFor('de').measure(12.345, 'V'))).toBe('12,35 V')
  expect(plain(formatsFor('en').measure(12.345, 'W', 1))).toBe('12.3 W')
  expect(plain(formatsFor('fr').percent(85))).toMatch(/^85\s%$/)
})
