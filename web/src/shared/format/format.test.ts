import { describe, expect, test, vi } from 'vitest'
import { formatsFor } from './format.ts'
import { browserTimeZone } from './wall-time.ts'

test('formatters are cached per language and zone', () => {
  expect(formatsFor('de', 'Europe/Rome')).toBe(formatsFor('de', 'Europe/Rome'))
  expect(formatsFor('de')).not.toBe(formatsFor('de', 'Europe/Rome'))
  expect(formatsFor('de', 'Europe/Rome').bareTime('2026-01-01T12:00:00Z')).toBe('13:00')
  expect(formatsFor('de', 'Europe/London').bareTime('2026-01-01T12:00:00Z')).toBe('12:00')
})

test('a formatter is created on first use', () => {
  const formatterSpy = vi.spyOn(Intl, 'DateTimeFormat')
  const formats = formatsFor('fr', 'Europe/Paris')
  expect(formatterSpy).not.toHaveBeenCalled()
  const times = ['2026-01-01T12:00:00Z', '2026-01-01T12:30:00Z'].map(formats.bareTime)
  expect(times).toEqual(['13:00', '13:30'])
  expect(formatterSpy).toHaveBeenCalledOnce()
  formatterSpy.mockRestore()
})

test.each([
  ['en', 30_000, '30 s'],
  ['en', 59.9 * 60_000, '59 min'],
  ['en', 90 * 60_000, '90 min'],
  ['en', 150 * 60_000, '2.5 h'],
  ['de', 150 * 60_000, '2,5 h'],
  ['de', 180 * 60_000, '3 h'],
  ['pl', 26.99 * 3_600_000, '26,9 h'],
] as const)('in %s %i ms are %s, rounded down', (language, milliseconds, text) => {
  expect(formatsFor(language).duration(milliseconds).replace('\u00a0', ' ')).toBe(text)
})

test.each([
  ['en', 'today, 13:00'],
  ['de', 'heute, 13:00'],
  ['pl', 'dzisiaj, 13:00'],
] as const)('in %s a time on the current day of the zone is: %s', (language, text) => {
  vi.stubEnv('TZ', 'Europe/Rome')
  vi.useFakeTimers({ now: new Date('2026-01-01T22:30:00Z') })
  expect(formatsFor(language, 'Europe/Rome').dateTime('2026-01-01T12:00:00Z')).toBe(text)
  // In Rome it is still the first, in Tokyo the second.
  expect(formatsFor(language, 'Asia/Tokyo').dateTime('2026-01-01T12:00:00Z')).not.toContain(text.split(',')[0])
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('a reading has its unit and the number format of the language', () => {
  const normalize = (text: string) => text.replace('\u00a0', ' ')
  expect(normalize(formatsFor('de').measure(12.345, 'V'))).toBe('12,35 V')
  expect(normalize(formatsFor('en').measure(12.345, 'W', 1))).toBe('12.3 W')
  expect(normalize(formatsFor('fr').percent(85))).toMatch(/^85\s%$/)
})

describe('a time of a plant', () => {
  const at = '2026-07-01T01:15:30Z'
  const withSpaces = (text: string) => text.replaceAll('\u00A0', ' ')
  // Reader, plant, and the reader's view of the plant.
  test.each([
    ['UTC', 'America/St_Johns', '22:45 GMT-2:30', '30 June 2026'],
    ['Europe/Rome', 'Asia/Kathmandu', '07:00 GMT+5:45', '1 July 2026'],
    ['Asia/Kathmandu', 'Europe/Rome', '03:15 CEST', '1 July 2026'],
    ['Asia/Kathmandu', 'Asia/Kathmandu', '07:00', '1 July 2026'],
    ['Europe/Rome', 'Europe/Berlin', '03:15', '1 July 2026'],
  ])('read in %s about a plant in %s is %s', (reader, plant, time, day) => {
    vi.stubEnv('TZ', reader)
    const formats = formatsFor('en', plant)
    expect(withSpaces(formats.time(at))).toBe(time)
    expect(withSpaces(formats.dateTime(at))).toContain(time)
    expect(withSpaces(formats.timeSeconds(at))).toBe(time.replace(/:\d\d(?= |$)/, '$&:30'))
    expect(formats.day(at)).toBe(day)
    vi.unstubAllEnvs()
  })

  test('names its zone in the hour that the clock repeats, also for a local reader', () => {
    vi.stubEnv('TZ', 'Europe/Rome')
    const times = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z']
    for (const formats of [formatsFor('en', 'Europe/Rome'), formatsFor('en', browserTimeZone)])
      expect(times.map((time) => withSpaces(formats.time(time)))).toEqual(['02:30 CEST', '02:30 CET', '03:30'])
    vi.unstubAllEnvs()
  })

  test('without a plant is local and names no zone', () => {
    vi.stubEnv('TZ', 'Asia/Kathmandu')
    expect(formatsFor('en', browserTimeZone).foreignZone()).toBeUndefined()
    expect(formatsFor('en', 'America/St_Johns').foreignZone()).toBe('Newfoundland Time')
    expect(formatsFor('fr', 'America/St_Johns').foreignZone()).toBe('Heure de Terre-Neuve')
    vi.unstubAllEnvs()
  })

  test('that is a plain day is the same in every zone', () => {
    for (const zone of ['America/St_Johns', 'Pacific/Kiritimati', 'UTC', browserTimeZone]) {
      expect(formatsFor('en', zone).day('2025-12-05')).toBe('5 December 2025')
      expect(formatsFor('en', zone).date('2025-12-05')).toBe('5 Dec 2025')
    }
  })
})

test.each([
  ['en', 0, 'just now'],
  ['en', 8_000, '8 s ago'],
  ['en', 90_000, '2 min ago'],
  ['de', 0, 'gerade eben'],
  ['de', 8_000, 'vor 8 s'],
  ['it', 12 * 60_000, '12 min fa'],
  ['es', 8_000, 'hace 8 s'],
  ['fr', 12 * 60_000, 'il y a 12 min'],
  ['cs', 8_000, 'před 8 s'],
  ['no', 8_000, 'for 8 s siden'],
  ['pl', 8_000, '8 s temu'],
  ['pt', 12 * 60_000, 'há 12 min'],
] as const)('in %s an age of %i ms has the symbols of a duration: %s', (language, age, text) => {
  expect(formatsFor(language, browserTimeZone).ago(1_000_000_000_000 - age, 1_000_000_000_000)).toBe(
    text.replace(/(\d) /, '$1\u00A0'),
  )
})

test('no text has a narrow space, which cannot be seen', () => {
  const { number, percent, measure, duration } = formatsFor('fr')
  const texts = [number(1212), percent(85), measure(1212, 'kWh'), duration(91_000 * 60)]
  expect(texts.join(' ')).not.toContain('\u202F')
  expect(texts[0]).toBe('1\u00A0212')
})
