import { describe, expect, test } from 'vitest'
import { formatLocale, htmlLanguage, resolveLanguage } from './languages.ts'

describe('the initial language', () => {
  test.each([
    [null, ['it-IT', 'en'], 'it'],
    [null, ['nb-NO'], 'no'],
    [null, ['nn'], 'no'],
    [null, ['no'], 'no'],
    [null, ['pt-BR'], 'pt'],
    [null, ['ja'], 'en'],
    [null, ['ja', 'pl'], 'pl'],
    [null, [], 'en'],
    ['cs', ['de'], 'cs'],
    ['klingon', ['de'], 'de'],
    ['no', ['de'], 'no'],
  ] as const)('with stored %s and browser %j is %s', (storedLanguage, preferred, language) => {
    expect(resolveLanguage(storedLanguage, preferred)).toBe(language)
  })

  test('stores Norwegian as no and publishes it as nb', () => {
    expect(htmlLanguage('no')).toBe('nb')
    expect(formatLocale('no')).toBe('nb')
  })
})
