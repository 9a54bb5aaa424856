import { formatLocale, type Language } from '../i18n/languages.ts'

/** Dates in the format of a language, and stored dates as `YYYY-MM-DD`. */
const dayMs = 86_400_000

const instantOfDay = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const shortDate = (language: Language): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(formatLocale(language), {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** "30.11.2026": digits only, in the order and with the separators of the language. */
export function formatDate(date: string, language: Language): string {
  return shortDate(language).format(instantOfDay(date))
}

const orderOf = (language: Language): string[] =>
  shortDate(language)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year')

/** Parses a typed date with any separators; undefined when there is no such day. */
export function parseDate(text: string, language: Language): string | undefined {
  const trimmedText = text.trim()
  const order = /^\d{4}-/.test(trimmedText) ? ['year', 'month', 'day'] : orderOf(language)
  const isCompact = /^\d{8}$/.test(trimmedText) && order.at(-1) === 'year'
  const numbers = isCompact
    ? [trimmedText.slice(0, 2), trimmedText.slice(2, 4), trimmedText.slice(4)]
    : trimmedText.split(/\D+/).filter(Boolean)
  if (numbers.length !== 3) return undefined
  const part = (name: string) => numbers[order.indexOf(name)] ?? ''
  const year = part('year').length === 2 ? `20${part('year')}` : part('year')
  const date = `${year}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`
  // The Date parser reads 31 April as 1 May.
  const at = instantOfDay(date)
  return Number.isNaN(at) || dayOf(at) !== date ? undefined : date
}

/** Parses a typed time of day to `HH:MM`; undefined when there is no such time. */
export function parseTime(text: string): string | undefined {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:\D?(\d{2}))?$/.exec(text.trim()) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}`
}

/** First day of the week: 1 Monday to 7 Sunday. */
export function firstWeekday(language: Language): number {
  const locale = new Intl.Locale(formatLocale(language)) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return locale.getWeekInfo?.().firstDay ?? 1
}

/** The six weeks around the month of a date. */
export function daysOfMonth(date: string, firstDay: number): string[] {
  const first = instantOfDay(`${date.slice(0, 7)}-01`)
  const weekday = new Date(first).getUTCDay() || 7
  const gridStart = first - ((weekday - firstDay + 7) % 7) * dayMs
  return Array.from({ length: 42 }, (_, day) => dayOf(gridStart + day * dayMs))
}

export function addDays(date: string, days: number): string {
  return dayOf(instantOfDay(date) + days * dayMs)
}
