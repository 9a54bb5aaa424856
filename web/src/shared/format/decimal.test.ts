import { expect, test } from 'vitest'
import { formatLocale, languages } from '../i18n/languages.ts'
import { formatNumber, parseDecimal } from './decimal.ts'

test.each(languages)('the decimal sign of %s is that of its numbers', (language) => {
  expect(new Intl.NumberFormat(formatLocale(language)).format(1.5)).toBe(`1${parseDecimal(language)}5`)
})

test.each([
  ['en', '0.271', '1234.50'],
  ['de', '0,271', '1234,50'],
  ['pl', '0,271', '1234,50'],
  ['no', '0,271', '1234,50'],
] as const)('a number in a field is formatted as typed in %s', (language, price, amount) => {
  expect(formatNumber(0.271, language)).toBe(price)
  expect(formatNumber(1234.5, language, 2)).toBe(amount)
})
