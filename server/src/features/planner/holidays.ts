const cachedHolidays = new Map<string, Promise<ReadonlySet<string>>>()

/** Sets of a country and a year that are kept at once. */
const maxCached = 200

const loadHolidays = async (country: string, year: number): Promise<ReadonlySet<string>> => {
  // With its data it is large: it is read when somebody plans, and not when the server starts.
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

/** The public holidays of a whole country in these years, as days. A country that nobody has listed has none. */
export const publicHolidays = async (country: string, years: readonly number[]): Promise<ReadonlySet<string>> => {
  const days = new Set<string>()
  for (const year of years) for (const day of await holidaysOfYear(country, year)) days.add(day)
  return days
}
