import { formatLocale, type Language } from '../i18n/languages.ts'

/** Dates as people of a language write them, and `YYYY-MM-DD`, in which they are kept. */
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

/** "30.11.2026": all digits, in the order and with the signs of the language. */
export function formatDate(date: string, language: Language): string {
  return shortDate(language).format(instantOfDay(date))
}

const orderOf = (language: Language): string[] =>
  shortDate(language)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year')

/** What is typed for a date, whatever stands between its numbers; undefined where there is no such day. */
export function parseDate(text: string, language: Language): string | undefined {
  const typed = text.trim()
  const order = /^\d{4}-/.test(typed) ? ['year', 'month', 'day'] : orderOf(language)
  const whole = /^\d{8}$/.test(typed) && order.at(-1) === 'year'
  const numbers = whole ? [typed.slice(0, 2), typed.slice(2, 4), typed.slice(4)] : typed.split(/\D+/).filter(Boolean)
  if (numbers.length !== 3) return undefined
  const part = (name: string) => numbers[order.indexOf(name)] ?? ''
  const year = part('year').length === 2 ? `20${part('year')}` : part('year')
  const date = `${year}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`
  // A parser of dates takes 31 April for 1 May.
  const at = instantOfDay(date)
  return Number.isNaN(at) || dayOf(at) !== date ? undefined : date
}

/** What is typed for a time of day, as `HH:MM`; undefined where there is no such time. */
export function parseTime(text: string): string | undefined {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:\D?(\d{2}))?$/.exec(text.trim()) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}`
}

/** The weekday on which a week begins: 1 Monday to 7 Sunday. */
export function firstWeekday(language: Language): number {
  const locale = new Intl.Locale(formatLocale(language)) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return locale.getWeekInfo?.().firstDay ?? 1
}

/** The six weeks in which the month of a date lies. */
export function daysOfMonth(date: string, firstDay: number): string[] {
  const first = instantOfDay(`${date.slice(0, 7)}-01`)
  const weekday = new Date(first).getUTCDay() || 7
  const begin = first - ((weekday - firstDay + 7) % 7) * dayMs
  return Array.from({ length: 42 }, (_, day) => dayOf(begin + day * dayMs))
}

/** The date so many days later. */
export function addDays(date: string, days: number): string {
  return dayOf(instantOfDay(date) + days * dayMs)
}
