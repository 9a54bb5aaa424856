import type { Language } from '../i18n/languages.ts'

/** The decimal sign of a language. Not asked of the browser: its first format of all takes longer than any page needs before it is drawn. */
export const parseDecimal = (language: Language): '.' | ',' => (language === 'en' ? '.' : ',')

/** A number as its reader would type it, for a field: with the decimal sign of the language and nothing between thousands. */
export function formatNumber(value: number, language: Language, decimals?: number): string {
  const digits = decimals === undefined ? String(value) : value.toFixed(decimals)
  return digits.replace('.', parseDecimal(language))
}
