import { expect, test } from 'vitest'
import { computeCorrectedDate } from './corrected-date.ts'

const rome = 'Europe/Rome'
const at = (text: string) => new Date(text)
/** The dates of a unit, counted on from a date set by a person. */
const weekly = (next: string, set: string) =>
  computeCorrectedDate(
    { next: at(next), period: '1w', deferred: false },
    { wantedDate: at(set), counted: at(set), isOurs: false },
    rome,
  )?.toISOString() ?? null

test.each([
  ['after the beginning of summer time', '2027-04-03T08:00:00Z', '2027-03-27T08:00:00Z', '2027-04-03T07:00:00.000Z'],
  ['after its end', '2026-10-31T07:00:00Z', '2026-10-24T07:00:00Z', '2026-10-31T08:00:00.000Z'],
  [
    'near midnight, on the day that was meant',
    '2027-04-03T22:30:00Z',
    '2027-03-27T22:30:00Z',
    '2027-04-03T21:30:00.000Z',
  ],
])('the test time is kept %s', (_, next, set, expectedTime) => expect(weekly(next, set)).toBe(expectedTime))

test('no correction is needed without a clock change or for a skipped time', () => {
  expect(weekly('2026-11-07T08:00:00Z', '2026-10-31T08:00:00Z')).toBeNull()
  // 02:30 on the day on which 02:00 becomes 03:00.
  expect(weekly('2027-03-28T01:30:00Z', '2027-03-21T01:30:00Z')).toBeNull()
})

test('the test time is restored after the day that skipped it', () => {
  expect(weekly('2027-04-04T01:30:00Z', '2027-03-21T01:30:00Z')).toBe('2027-04-04T00:30:00.000Z')
})

test('a time set at the unit is kept', () => {
  expect(weekly('2027-04-03T13:00:00Z', '2027-03-27T08:00:00Z')).toBeNull()
})

test('a deferral over a clock change lasts seven plant days', () => {
  const set = at('2027-03-27T08:00:00Z')
  const correctDate = (next: string, origin = { wantedDate: set, counted: set, isOurs: false }) =>
    computeCorrectedDate({ next: at(next), period: '1w', deferred: true }, origin, rome)?.toISOString() ?? null
  expect(correctDate('2027-04-03T08:00:00Z')).toBe('2027-04-03T07:00:00.000Z')
  expect(
    correctDate('2027-04-03T07:00:00Z', { wantedDate: set, counted: at('2027-04-03T07:00:00Z'), isOurs: true }),
  ).toBeNull()
  // Every three months: the deferred day has no fixed day of the month.
  const origin = { wantedDate: at('2026-11-30T08:00:00Z'), counted: at('2026-12-07T08:00:00Z'), isOurs: true }
  expect(
    computeCorrectedDate({ next: at('2026-12-07T08:00:00Z'), period: '3m', deferred: true }, origin, rome),
  ).toBeNull()
})

test('the day of the month is kept after a shorter month', () => {
  // Set for 31 August at 09:00; the platform moved 30 November, and the unit counts on from there.
  const origin = { wantedDate: at('2026-08-31T07:00:00Z'), counted: at('2026-11-30T08:00:00Z'), isOurs: true }
  const plan = (next: string) => ({ next: at(next), period: '3m' as const, deferred: false })
  expect(computeCorrectedDate(plan('2027-02-28T08:00:00Z'), origin, rome)).toBeNull()
  expect(computeCorrectedDate(plan('2027-05-30T08:00:00Z'), origin, rome)?.toISOString()).toBe(
    '2027-05-31T07:00:00.000Z',
  )
})
