import type { Language } from '../i18n/languages.ts'

/** Decimal separator of a language. Hard-coded: the browser's first formatter delays the first render. */
export const parseDecimal = (language: Language): '.' | ',' => (language === 'en' ? '.' : ',')

/** A number as the reader would type it into a field: with the language's decimal separator and without grouping. */
export function formatNumber(value: number, language: Language, decimals?: number): string {
  const digits = decimals === undefined ? String(value) : value.toFixed(decimals)
  return digits.replace('.', parseDecimal(language))
}
