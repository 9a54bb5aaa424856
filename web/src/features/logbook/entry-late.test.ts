import { expect, test } from 'vitest'
import { isLate } from './entry-late.ts'

const signed = { month: '2026-02', upTo: 4, at: '2026-03-01T09:00:00.000Z', by: 'Paolo Zanatta' }
const late = (at: string, no = 5) => isLate({ no, at }, signed, 'Europe/Rome')

test('what comes later for a month that was signed is after the signature, in the plant’s time', () => {
  expect([late('2026-02-28T22:30:00.000Z'), late('2026-01-15T09:00:00.000Z')]).toEqual([true, true])
  expect(late('2026-02-28T22:30:00.000Z', 4)).toBe(false)
  // March has begun in the plant, and is not signed.
  expect([late('2026-02-28T23:30:00.000Z'), late('2026-03-02T09:00:00.000Z')]).toEqual([false, false])
  expect(isLate({ no: 5, at: '2026-02-28T22:30:00.000Z' }, null, 'Europe/Rome')).toBe(false)
})
