import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'

/** Name and year of a month such as `2026-10`, in the standalone form. */
export function useMonthName(): (month: string) => string {
  const language = useLanguage()
  const names = new Intl.DateTimeFormat(formatLocale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (month) => names.format(new Date(`${month}-01T12:00:00Z`))
}
