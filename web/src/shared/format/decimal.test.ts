import { expect, test } from 'vitest'
import { languages } from '../i18n/languages.ts'
import { decimalOf, writeNumber } from './decimal.ts'

test('English alone writes a decimal point', () => {
  expect(languages.filter((language) => decimalOf(language) === '.')).toEqual(['en'])
})

test.each([
  ['en', '0.271', '1234.50'],
  ['de', '0,271', '1234,50'],
  ['pl', '0,271', '1234,50'],
  ['no', '0,271', '1234,50'],
] as const)('a number stands in a field as it is typed in %s', (language, price, amount) => {
  expect(writeNumber(0.271, language)).toBe(price)
  expect(writeNumber(1234.5, language, 2)).toBe(amount)
})
