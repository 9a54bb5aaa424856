import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'

/** Weekdays from Monday, by ISO 8601 number. */
export function useWeekdays(): { number: number; short: string; long: string }[] {
  const locale = formatLocale(useLanguage())
  const formatOf = (weekday: 'short' | 'long') => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
  const [short, longFormat] = [formatOf('short'), formatOf('long')]
  // 1 June 2026 is a Monday.
  return Array.from({ length: 7 }, (_, n) => {
    const day = Date.UTC(2026, 5, 1 + n)
    return { number: n + 1, short: short.format(day), long: longFormat.format(day) }
  })
}
