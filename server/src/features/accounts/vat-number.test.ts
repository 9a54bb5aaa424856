import { expect, it } from 'vitest'
import { isVatNumberOf } from './vat-number.ts'

it.each([
  ['IT', 'IT12345670017', true],
  ['IT', '12345670017', true],
  ['IT', '12345670018', false],
  ['DE', 'DE123456788', true],
  ['DE', 'IT12345670017', false],
  ['DE', '123456789', false],
  ['GR', '094259216', true],
  ['', 'IT12345670017', true],
  ['', 'IT12345670018', false],
  // Its country is unknown.
  ['', '12345670018', true],
  ['JP', 'T1234567890123', true],
])('number in country "%s", %s, is valid: %s', (country, number, expected) => {
  expect(isVatNumberOf(country, number)).toBe(expected)
})
