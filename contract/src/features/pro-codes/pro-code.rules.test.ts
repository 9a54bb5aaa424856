import { describe, expect, it } from 'vitest'
import {
  displayedProDay,
  firstReminderDay,
  groupCodeDigits,
  isProCode,
  luhnDigit,
  newExpiryDay,
  normalizeProCode,
  proDaysLeft,
  proReminder,
} from './pro-code.rules.ts'

const rome = 'Europe/Rome'

describe('Pro code', () => {
  it('ends with the check digit of ISO/IEC 7812-1', () => {
    // The examples in the standard's description.
    expect([luhnDigit('7992739871'), luhnDigit('453201511283036'), luhnDigit('000000000000000')]).toEqual([3, 6, 0])
  })
  it.each([
    ['4532015112830366', true, 'whole'],
    ['4532015112830367', false, 'wrong last digit'],
    ['4532015112830376', false, 'a digit mistyped'],
    ['4532015112803366', false, 'two digits swapped'],
    ['453201511283036', false, '15 digits'],
    ['45320151128303660', false, '17 digits'],
    ['453201511283036A', false, 'a letter'],
    ['４５３２０１５１１２８３０３６６', false, 'digits that are none of ASCII'],
    ['', false, 'nothing'],
  ])('%s: %s, %s', (code, isValid) => expect(isProCode(code)).toBe(isValid))

  it('accepts spaces and dashes, and is shown in groups of four', () => {
    for (const typedText of ['4532 0151 1283 0366', '4532-0151-1283-0366', ' 4532–0151\u00a01283\t0366 '])
      expect(normalizeProCode(typedText)).toBe('4532015112830366')
    expect([
      groupCodeDigits('4532015112830366'),
      groupCodeDigits('45320'),
      groupCodeDigits('4532'),
      groupCodeDigits(''),
    ]).toEqual(['4532 0151 1283 0366', '4532 0', '4532', ''])
  })
})

describe('new Pro expiry', () => {
  it.each<[why: string, expiry: string | null, now: string, day: string]>([
    ['today in the plant, not in UTC', null, '2026-11-22T23:30:00Z', '2027-11-23'],
    ['added to what is running', '2027-03-14T23:00:00Z', '2026-11-20T12:00:00Z', '2028-03-15'],
    ['from today where it has expired', '2026-03-14T23:00:00Z', '2026-11-20T12:00:00Z', '2027-11-20'],
    ['from today at the very end', '2026-11-19T23:00:00Z', '2026-11-19T23:00:00Z', '2027-11-20'],
    ['a day that is begun is paid', '2027-03-15T11:00:00Z', '2026-11-20T12:00:00Z', '2028-03-16'],
  ])('%s', (_title, expiry, now, day) =>
    expect(newExpiryDay(expiry === null ? null : new Date(expiry), 12, new Date(now), rome)).toBe(day),
  )
})

describe('Pro reminders', () => {
  // Pro until 14 March 2027, the last paid day.
  const expiry = new Date('2027-03-14T23:00:00Z')
  it.each<[now: string, left: number, reminder: number | null]>([
    ['2026-11-20T12:00:00Z', 114, null],
    ['2027-01-12T22:59:59Z', 61, null],
    ['2027-01-12T23:00:00Z', 60, 60],
    ['2027-02-12T12:00:00Z', 30, 30],
    ['2027-03-06T22:59:59Z', 8, 30],
    ['2027-03-07T12:00:00Z', 7, 7],
    ['2027-03-13T12:00:00Z', 1, 1],
    ['2027-03-14T22:59:59Z', 0, 1],
    ['2027-03-14T23:00:00Z', -1, null],
  ])('%s: %i days, reminder %s', (now, daysLeft, reminder) => {
    expect(proDaysLeft(expiry, new Date(now), rome)).toBe(daysLeft)
    expect(proReminder(expiry, new Date(now), rome)).toBe(reminder)
  })
  it('begin on the first reminder day of the plant', () => expect(firstReminderDay(expiry, rome)).toBe('2027-01-13'))
})

it('twelve months of Pro from 28 November 2026 end on 27 November 2027', () => {
  const now = new Date('2026-11-28T09:00:00Z')
  expect(newExpiryDay(null, 12, now, 'Europe/Rome')).toBe('2027-11-28')
  const pro_expiry = '2027-11-27T23:00:00.000Z'
  const dayOf = (tier: 'basic' | 'pro' | 'expired') =>
    displayedProDay({ tier, pro_expiry })?.toLocaleDateString('sv', { timeZone: 'Europe/Rome' })
  expect([dayOf('pro'), dayOf('expired'), dayOf('basic')]).toEqual(['2027-11-27', '2027-11-28', undefined])
})
