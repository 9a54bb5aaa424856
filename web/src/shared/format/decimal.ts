import { formatLocale, type Language } from '../i18n/languages.ts'

/** The decimal sign of a language. */
export function decimalOf(language: Language): string {
  const parts = new Intl.NumberFormat(formatLocale(language)).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}

/** A number as its reader would type it, for a field: with the decimal sign of the language and nothing between thousands. */
export function writeNumber(value: number, language: Language, decimals?: number): string {
  const digits = decimals === undefined ? String(value) : value.toFixed(decimals)
  return digits.replace('.', decimalOf(language))
}
