const cachedHolidays = new Map<string, Promise<ReadonlySet<string>>>()

/** Maximum number of cached sets, one per country and year. */
const maxCached = 200

const loadHolidays = async (country: string, year: number): Promise<ReadonlySet<string>> => {
  // Loaded on first use, not at startup, because the package is large with its data.
  const { default: Holidays } = await import('date-holidays')
  const calendar = new Holidays()
  if (!Object.hasOwn(calendar.getCountries(), country)) return new Set()
  calendar.init(country)
  const days = calendar.getHolidays(year).flatMap(({ type, date }) => (type === 'public' ? [date.slice(0, 10)] : []))
  return new Set(days)
}

const holidaysOfYear = (country: string, year: number): Promise<ReadonlySet<string>> => {
  const key = `${country} ${year}`
  const found = cachedHolidays.get(key) ?? loadHolidays(country, year)
  if (cachedHolidays.size >= maxCached) cachedHolidays.clear()
  cachedHolidays.set(key, found)
  return found
}

/** Nationwide public holidays of a country in these years, as days. Empty for an unlisted country. */
export const publicHolidays = async (country: string, years: readonly number[]): Promise<ReadonlySet<string>> => {
  const days = new Set<string>()
  for (const year of years) for (const day of await holidaysOfYear(country, year)) days.add(day)
  return days
}
