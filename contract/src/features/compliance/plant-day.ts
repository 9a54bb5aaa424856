const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const cachedFormat = formats.get(zone)
  if (cachedFormat) return cachedFormat
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(zone, format)
  return format
}

const dayMs = 86_400_000

/** Day in the plant, counted from 1970: differences between days ignore hours and clock changes. */
export const plantDay = (at: Date, zone: string): number => Date.parse(`${formatOf(zone).format(at)}T00:00:00Z`) / dayMs

const dates = new Map<number, string>()

/** Formats a day of {@link plantDay} as a date: `2026-11-30`. Cached, because plants share a few days. */
export const dateOfDay = (day: number): string => {
  const cachedDate = dates.get(day)
  if (cachedDate !== undefined) return cachedDate
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  dates.set(day, date)
  return date
}

/** Parses a date into a day of {@link plantDay}. */
export const dayOfDate = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs

export const monthOfDay = (day: number): string => dateOfDay(day).slice(0, 7)

/** First day of the month of a day. */
export const firstOfMonth = (day: number): number => dayOfDate(`${monthOfDay(day)}-01`)

/** Same day some months later, or the last day of a shorter month. */
export const addMonths = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, lastDate))
  return first.toISOString().slice(0, 10)
}

/** Same day some years later, or earlier. */
export const yearsLater = (day: number, years: number): number => {
  const date = new Date(`${dateOfDay(day)}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return dayOfDate(date.toISOString().slice(0, 10))
}
