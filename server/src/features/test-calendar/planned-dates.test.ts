import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { describe, expect, test } from 'vitest'
import { dayIn, toZoned, wallToInstantMs } from '../../kernel/zoned.ts'
import { dayNumber, dayText, firstDateAfter, localDay, plannedDates, plannedDays } from './planned-dates.ts'

const rome = 'Europe/Rome'
const at = (text: string): Date => new Date(`${text}:00Z`)
const minuteOf = (date: Date): string => date.toISOString().slice(0, 16)
const longestPeriod = { from: dayNumber('2020-01-01'), until: dayNumber('2040-01-01'), now: at('2020-01-01T00:00') }
/** The first dates of a plan. */
const dates = (
  next: string,
  period: TestPeriod | null,
  change: { deferred?: boolean; set?: string; zone?: string } = {},
) =>
  plannedDates(
    { next: at(next), period, deferred: change.deferred ?? false, set: change.set ? at(change.set) : null },
    change.zone ?? rome,
    longestPeriod,
  ).map((one) => minuteOf(one.at))

describe('planned dates', () => {
  test.each([
    [
      'weekly, over the beginning of summer time',
      '2026-03-22T08:00',
      '1w',
      ['2026-03-22T08:00', '2026-03-29T07:00', '2026-04-05T07:00'],
    ],
    [
      'weekly, over the end of summer time',
      '2026-10-18T07:00',
      '1w',
      ['2026-10-18T07:00', '2026-10-25T08:00', '2026-11-01T08:00'],
    ],
    [
      'in the hour that spring skips: once, after it, and at its own time again',
      '2026-03-22T01:30',
      '1w',
      ['2026-03-22T01:30', '2026-03-29T01:30', '2026-04-05T00:30'],
    ],
    [
      'in the hour that autumn repeats: once, the first time',
      '2026-10-18T00:30',
      '1w',
      ['2026-10-18T00:30', '2026-10-25T00:30', '2026-11-01T01:30'],
    ],
    ['every 4 weeks', '2026-11-21T08:00', '4w', ['2026-11-21T08:00', '2026-12-19T08:00', '2027-01-16T08:00']],
    [
      'every 3 months from 30 November',
      '2026-11-30T08:00',
      '3m',
      ['2026-11-30T08:00', '2027-02-28T08:00', '2027-05-30T07:00'],
    ],
    [
      'every 3 months into a leap year',
      '2027-11-30T08:00',
      '3m',
      ['2027-11-30T08:00', '2028-02-29T08:00', '2028-05-30T07:00'],
    ],
    [
      'every 6 months from 31 August',
      '2026-08-31T07:00',
      '6m',
      ['2026-08-31T07:00', '2027-02-28T08:00', '2027-08-31T07:00'],
    ],
    [
      'every 12 months from 29 February',
      '2028-02-29T08:00',
      '12m',
      ['2028-02-29T08:00', '2029-02-28T08:00', '2030-02-28T08:00'],
    ],
  ] as const)('%s', (_, next, period, expected) => {
    expect(dates(next, period).slice(0, 3)).toEqual(expected)
  })

  test('contain only the next one without a period', () => {
    expect(dates('2026-11-21T08:00', null)).toEqual(['2026-11-21T08:00'])
  })

  test('use the day of the month in the plant zone', () => {
    expect(dates('2026-11-30T23:30', '3m').slice(0, 2)).toEqual(['2026-11-30T23:30', '2027-02-28T23:30'])
    expect(dates('2026-11-30T23:30', '3m', { zone: 'UTC' })[2]).toBe('2027-05-30T23:30')
  })

  test('after a deferred one are not deferred', () => {
    expect(dates('2026-12-07T08:00', '3m', { deferred: true }).slice(0, 3)).toEqual([
      '2026-12-07T08:00',
      '2027-02-28T08:00',
      '2027-05-30T07:00',
    ])
    expect(dates('2026-11-28T08:00', '1w', { deferred: true }).slice(0, 2)).toEqual([
      '2026-11-28T08:00',
      '2026-12-05T08:00',
    ])
  })

  test('use the configured date hidden by February or a clock change', () => {
    expect(dates('2027-02-28T08:00', '3m', { set: '2026-11-30T08:00' })[1]).toBe('2027-05-30T07:00')
    expect(dates('2027-02-28T08:00', '3m')[1]).toBe('2027-05-28T07:00')
    expect(dates('2026-03-29T01:30', '1w', { set: '2026-03-22T01:30' })[1]).toBe('2026-04-05T00:30')
    // Somebody has set another date since, as a person at the unit.
    expect(dates('2027-02-15T06:00', '3m', { set: '2026-11-30T08:00' })[1]).toBe('2027-05-15T05:00')
  })

  test('keep an overdue one and plan nothing between it and now', () => {
    const span = { from: dayNumber('2026-01-01'), until: dayNumber('2026-04-01'), now: at('2026-03-20T00:00') }
    const plan = { next: at('2026-03-01T08:00'), period: '1w', deferred: false, set: null } as const
    expect(plannedDates(plan, rome, span).map((one) => minuteOf(one.at))).toEqual([
      '2026-03-01T08:00',
      '2026-03-22T08:00',
      '2026-03-29T07:00',
    ])
  })

  test('are limited to the span, however far ahead it is', () => {
    const plan = { next: at('2026-11-30T08:00'), period: '3m', deferred: false, set: null } as const
    const daysOf = (year: number) => {
      const span = { ...longestPeriod, from: dayNumber(`${year}-01-01`), until: dayNumber(`${year + 1}-01-01`) }
      return plannedDates(plan, rome, span).map(({ at: time, day }) => [minuteOf(time), dayText(day)])
    }
    expect(daysOf(2027)).toEqual([
      ['2027-02-28T08:00', '2027-02-28'],
      ['2027-05-30T07:00', '2027-05-30'],
      ['2027-08-30T07:00', '2027-08-30'],
      ['2027-11-30T08:00', '2027-11-30'],
    ])
    expect(daysOf(2099).map(([, day]) => day)).toEqual(['2099-02-28', '2099-05-30', '2099-08-30', '2099-11-30'])
    expect(daysOf(2025)).toEqual([])
  })

  test('today is planned until its time has passed', () => {
    const plan = { next: at('2026-03-01T08:00'), period: '1w', deferred: false, set: null } as const
    const span = { from: dayNumber('2026-03-20'), until: dayNumber('2026-03-30') }
    const daysAt = (now: string) => plannedDays(plan, rome, { ...span, now: at(now) }).map(dayText)
    expect(daysAt('2026-03-22T07:59')).toEqual(['2026-03-22', '2026-03-29'])
    expect(daysAt('2026-03-22T08:00')).toEqual(['2026-03-29'])
  })
})

test('the first date after the present is in any year, and skips an overdue one', () => {
  const first = (next: string, period: TestPeriod | null, now: string) =>
    firstDateAfter({ next: at(next), period, deferred: false, set: null }, rome, at(now))
      ?.toISOString()
      .slice(0, 16)
  expect(first('2027-01-10T08:00', '12m', '2026-12-20T00:00')).toBe('2027-01-10T08:00')
  expect(first('2026-01-10T08:00', '12m', '2026-12-20T00:00')).toBe('2027-01-10T08:00')
  expect(first('2026-12-20T08:00', '1w', '2026-12-20T08:00')).toBe('2026-12-27T08:00')
  expect(first('2026-12-01T08:00', null, '2026-12-20T00:00')).toBeUndefined()
})

test('a day begins at plant midnight', () => {
  expect(dayIn(at('2026-12-31T23:30'), rome)).toBe('2027-01-01')
})

test('arithmetic on local days finds the instants that Temporal finds', () => {
  const hourMs = 3_600_000
  for (const zone of [
    'Europe/Rome',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'UTC',
  ])
    for (let wallMs = Date.UTC(2017, 0, 1); wallMs < Date.UTC(2019, 0, 1); wallMs += hourMs / 2) {
      const wall = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO('UTC').toPlainDateTime()
      const expected = wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
      if (wallToInstantMs(wallMs, zone) !== expected) expect.fail(`${wall.toString()} in ${zone}`)
      const day = toZoned(new Date(wallMs), zone).toPlainDate().toString()
      if (dayText(localDay(new Date(wallMs), zone)) !== day) expect.fail(`${day} in ${zone}`)
    }
})
