import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { describe, expect, test } from 'vitest'
import { dayIn } from '../../kernel/zoned.ts'
import { plannedDates, startOfYear } from './planned-dates.ts'

const rome = 'Europe/Rome'
const at = (text: string): Date => new Date(`${text}:00Z`)
const minuteOf = (date: Date): string => date.toISOString().slice(0, 16)
const longestPeriod = { from: at('2020-01-01T00:00'), until: at('2040-01-01T00:00'), now: at('2020-01-01T00:00') }
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
  ).map(minuteOf)

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
    const span = { from: at('2026-01-01T00:00'), until: at('2026-04-01T00:00'), now: at('2026-03-20T00:00') }
    const plan = { next: at('2026-03-01T08:00'), period: '1w', deferred: false, set: null } as const
    expect(plannedDates(plan, rome, span).map(minuteOf)).toEqual([
      '2026-03-01T08:00',
      '2026-03-22T08:00',
      '2026-03-29T07:00',
    ])
  })

  test('are limited to the span', () => {
    const span = { ...longestPeriod, from: startOfYear(2027, rome), until: startOfYear(2028, rome) }
    const plan = { next: at('2026-11-30T08:00'), period: '3m', deferred: false, set: null } as const
    expect(plannedDates(plan, rome, span).map(minuteOf)).toEqual([
      '2027-02-28T08:00',
      '2027-05-30T07:00',
      '2027-08-30T07:00',
      '2027-11-30T08:00',
    ])
  })
})

test('a day and a year begin at plant midnight', () => {
  expect(dayIn(at('2026-12-31T23:30'), rome)).toBe('2027-01-01')
  expect(minuteOf(startOfYear(2027, rome))).toBe('2026-12-31T23:00')
})
