import { zoneOffsetMin } from '@vigilux/contract/kernel/zone-offset.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { formatLocale, justNow, type Language } from '../i18n/languages.ts'
import { browserTimeZone, isBrowserTime, isRepeatedHour } from './wall-time.ts'

export type Instant = string | number | Date

/** Numbers and lists in one language. */
export type PlainFormats = {
  number: (value: number, options?: Intl.NumberFormatOptions) => string
  percent: (value: number) => string
  /** "12.5 V": a value with its unit, with at most `decimals` decimals, 2 by default. */
  measure: (value: number, unit: string, decimals?: number) => string
  /** "26 h", "2.5 h", "14 min", "8 s"; rounded down. */
  duration: (milliseconds: number) => string
  list: (values: readonly string[]) => string
  country: (code: string) => string
}

/**
 * Formats numbers, lists, and times in one zone. A time names the zone when the reader's clock shows another time, and
 * in the repeated hour at the end of DST. A plain day (`2026-11-30`) is the same day in every zone.
 */
export type Formats = PlainFormats & {
  /** "20 Nov, 15:24"; "today", the weekday within seven days, and the year only when it differs. */
  dateTime: (value: Instant) => string
  date: (value: Instant) => string
  /** "22 November 2026": with the year, for dates read long after. */
  day: (value: Instant) => string
  /** "November 2026" */
  month: (value: Instant) => string
  /** "27" and "Nov", for a tile. */
  dayNumber: (value: Instant) => string
  monthName: (value: Instant) => string
  /** "Fri 27 Nov"; with the year instead of the weekday when it differs. */
  weekdayDate: (value: Instant) => string
  time: (value: Instant) => string
  /** A time without its zone, for an axis or a column whose heading names the zone. */
  bareTime: (value: Instant) => string
  timeSeconds: (value: Instant) => string
  /** Full date with zone, for titles and documents. */
  full: (value: Instant) => string
  /** "8 s ago", "12 min ago", with the symbols of `duration`; for ages below one hour. */
  ago: (value: Instant, now?: number) => string
  /** "Newfoundland Time": the zone name for the whole year, for times of day without a date. */
  zoneTitle: () => string
  /** The same, or undefined while the reader's clock shows the same time. */
  foreignZone: () => string | undefined
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Between a number and its unit. A narrow space (U+202F) is too thin to be seen in the font of the interface. */
const unitSpace = '\u00A0'
const withUnitSpaces = (text: string): string => text.replaceAll('\u202F', unitSpace)

/** Creates a value on first use: an `Intl` formatter costs a phone more than all formatting of a page. */
function memoizeOnce<T>(create: () => T): () => T {
  let cachedValue: T | undefined
  return () => {
    cachedValue ??= create()
    return cachedValue
  }
}

/** One entry per language and zone, shared by all parts of a page. */
const formatsByKey = new Map<string, Formats>()

export function formatsFor(language: Language): PlainFormats
export function formatsFor(language: Language, timeZone: string): Formats
export function formatsFor(language: Language, timeZone: string = browserTimeZone): Formats {
  // A device in a new zone shows its own time there.
  const key = `${language} ${timeZone === browserTimeZone ? zoneOffsetMin(undefined, Date.now()) : timeZone}`
  const formats = formatsByKey.get(key) ?? createFormats(language, timeZone)
  formatsByKey.set(key, formats)
  return formats
}

const calendar = { day: 'numeric', month: 'short' } as const

type FormatDay = (value: Instant) => string

function createDayFormats(days: (options: Intl.DateTimeFormatOptions) => FormatDay) {
  const year = days({ year: 'numeric' })
  const sameYear = (value: Instant) => year(value) === year(Date.now())
  const shortDay = days(calendar)
  const shortWeekday = days({ weekday: 'short', ...calendar })
  const shortDayOfYear = days({ ...calendar, year: 'numeric' })
  const orWithYear =
    (format: FormatDay): FormatDay =>
    (value) =>
      sameYear(value) ? format(value) : shortDayOfYear(value)
  return {
    sameYear,
    day: days({ day: 'numeric', month: 'long', year: 'numeric' }),
    month: days({ month: 'long', year: 'numeric' }),
    dayNumber: days({ day: '2-digit' }),
    monthName: days({ month: 'short' }),
    date: orWithYear(shortDay),
    weekdayDate: orWithYear(shortWeekday),
  }
}

/** Formats ages in whole seconds or minutes, with the symbols of durations in place of words such as "Sek.". */
function createAgo(language: Language): Formats['ago'] {
  const locale = formatLocale(language)
  const format = memoizeOnce(() => new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' }))
  const agoText = (value: number, unit: 'second' | 'minute', sign: string) =>
    format()
      .formatToParts(-value, unit)
      .map((part, at, parts) =>
        parts[at - 1]?.type === 'integer' ? part.value.replace(/^\s*\S+/, `${unitSpace}${sign}`) : part.value,
      )
      .join('')
  return (value, now = Date.now()) => {
    const seconds = Math.max(0, Math.round((now - new Date(value).getTime()) / 1000))
    if (seconds === 0) return justNow[language]
    return seconds < 60 ? agoText(seconds, 'second', 's') : agoText(Math.round(seconds / 60), 'minute', 'min')
  }
}

function createFormats(language: Language, timeZone: string): Formats {
  const locale = formatLocale(language)
  const zone = timeZone === browserTimeZone ? {} : { timeZone }
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = memoizeOnce(() => new Intl.DateTimeFormat(locale, { ...options, ...zone }))
    return (value: Instant) => format().format(new Date(value))
  }
  const days = (options: Intl.DateTimeFormatOptions) => {
    const inZone = dates(options)
    const plainFormat = memoizeOnce(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))
    return (value: Instant) => (isPlainDay(value) ? plainFormat().format(new Date(value)) : inZone(value))
  }
  const zoneNames = (timeZoneName: 'short' | 'longGeneric') => {
    const format = memoizeOnce(() => new Intl.DateTimeFormat(locale, { ...zone, timeZoneName }))
    return (at: number) =>
      format()
        .formatToParts(at)
        .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  }
  const [shortZone, longZone] = [zoneNames('short'), zoneNames('longGeneric')]
  const withZone = (text: string, value: Instant) => {
    const at = new Date(value).getTime()
    return isBrowserTime(at, timeZone) && !isRepeatedHour(timeZone, at) ? text : `${text}\u00A0${shortZone(at)}`
  }
  const zoneTitle = () => {
    const title = longZone(Date.now())
    return title.charAt(0).toLocaleUpperCase(locale) + title.slice(1)
  }
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const { sameYear, ...dayFormats } = createDayFormats(days)
  const nearFormat = dates({ weekday: 'short', ...calendar, ...clock })
  const thisYear = dates({ ...calendar, ...clock })
  const otherYear = dates({ ...calendar, year: 'numeric', ...clock })
  const time = dates(clock)
  const seconds = dates({ ...clock, second: '2-digit' })
  const number = memoizeOnce(() => new Intl.NumberFormat(locale))
  const formatNumber = (value: number, options?: Intl.NumberFormatOptions) =>
    withUnitSpaces((options ? new Intl.NumberFormat(locale, options) : number()).format(value))
  const countries = memoizeOnce(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }))
  // s, min and h are the same in every language; only days have words.
  const symbol = (value: number, sign: string) => `${formatNumber(Math.max(0, value))}${unitSpace}${sign}`
  const percents = memoizeOnce(() => new Intl.NumberFormat(locale, { style: 'percent' }))
  const dayInZone = dates({ day: 'numeric', month: 'numeric', year: 'numeric' })
  const today = memoizeOnce(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'day'))
  const dayCount = memoizeOnce(
    () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'short' }),
  )
  const dateTime = (value: Instant) => {
    if (dayInZone(value) === dayInZone(Date.now())) return `${today()}, ${time(value)}`
    if (Math.abs(Date.now() - new Date(value).getTime()) < 7 * day) return nearFormat(value)
    return sameYear(value) ? thisYear(value) : otherYear(value)
  }

  return {
    ...dayFormats,
    number: formatNumber,
    percent: (value) => withUnitSpaces(percents().format(value / 100)),
    measure: (value, unit, decimals = 2) =>
      `${formatNumber(value, { maximumFractionDigits: decimals })}${unitSpace}${unit}`,
    dateTime: (value) => withZone(dateTime(value), value),
    time: (value) => withZone(time(value), value),
    bareTime: time,
    timeSeconds: (value) => withZone(seconds(value), value),
    full: dates({ dateStyle: 'full', timeStyle: 'long' }),
    ago: createAgo(language),
    duration: (milliseconds) => {
      if (milliseconds < minute) return symbol(Math.floor(milliseconds / 1000), 's')
      if (milliseconds < 2 * hour) return symbol(Math.floor(milliseconds / minute), 'min')
      return milliseconds < 3 * day
        ? symbol(Math.floor((10 * milliseconds) / hour) / 10, 'h')
        : dayCount().format(Math.round(milliseconds / day))
    },
    list: (values) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(values),
    country: (code) => (/^[A-Za-z]{2}$/.test(code) ? (countries().of(code.toUpperCase()) ?? code) : code),
    zoneTitle,
    foreignZone: () => (isBrowserTime(Date.now(), timeZone) ? undefined : zoneTitle()),
  }
}

const isPlainDay = (value: Instant): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** Formats of the current language, in the given zone (the plant's, on plant pages). */
export function useFormats(): PlainFormats
export function useFormats(timeZone: string): Formats
export function useFormats(timeZone: string = browserTimeZone): Formats {
  const language = useLanguage()
  return formatsFor(language, timeZone)
}
