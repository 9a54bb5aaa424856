import { vatExamples } from '@vigilux/contract/features/accounts/vat-examples.ts'
import { expect, it } from 'vitest'
import { checkVatOf, isVatNumberOf } from './vat-number.ts'

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

it.each([
  ['company', 'IT', 'IT12345670017', 'valid'],
  ['company', 'IT', '12345670018', 'wrong'],
  ['company', 'JP', 'T1234567890123', 'unchecked'],
  ['company', '', '12345670018', 'unchecked'],
  ['company', 'IT', '', 'missing'],
  ['person', 'IT', '', null],
  ['person', 'DE', '123456789', 'wrong'],
] as const)('the office reads about a %s in "%s" with %s: %s', (kind, country, piva, expected) => {
  expect(checkVatOf({ kind, piva, address: { country } })).toBe(expected)
})

it('every example of a form is valid in its country, and in no other', () => {
  for (const [country, number = ''] of Object.entries(vatExamples)) {
    expect([country, isVatNumberOf(country, number)]).toEqual([country, true])
    expect([country, isVatNumberOf(country === 'IT' ? 'DE' : 'IT', number)]).toEqual([country, false])
  }
})
