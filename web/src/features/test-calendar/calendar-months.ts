import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'

export const firstYear = 2000
export const lastYear = 2099
export const firstMonth = `${firstYear}-01`
export const lastMonth = `${lastYear}-12`

/** Search params of the list, reset by another year, plant or day. */
export const firstPage = { day: undefined, month: undefined, cpage: undefined, ppage: undefined }

/** A month in words: `November 2026`. */
export const formatMonth = (language: Language, month: string): string =>
  new Intl.DateTimeFormat(formatLocale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01`),
  )

/** The month in the address, if it is in the year; otherwise the present one, or the first with tests. */
export const monthOf = (
  { month, day }: { month?: string | undefined; day?: string | undefined },
  { year, today, days }: { year: number; today: string; days: readonly { day: string }[] },
): string =>
  [day?.slice(0, 7), month, today.slice(0, 7), days[0]?.day.slice(0, 7)].find(
    (one) => one !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(one) && one.startsWith(`${year}-`),
  ) ?? `${year}-01`
