import type { Tier } from './tiers.ts'

/** Days of visible history of a Basic plant. */
export const basicHistoryDays = 30

const dayMs = 86_400_000

/** Local dates in the zone, each as midnight UTC of the date. */
const daysIn = (timeZone: string): ((at: number) => number) => {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
  return (at) => {
    const parts = format.formatToParts(at)
    const partOf = (type: string) => Number(parts.find((part) => part.type === type)?.value)
    return Date.UTC(partOf('year'), partOf('month') - 1, partOf('day'))
  }
}

/**
 * Start of the readable history: the beginning of the thirtieth day before today, by the plant's clock; null without a
 * limit. After Pro expires, history stays readable.
 */
export const historyStart = (tier: Tier, timeZone: string, now: Date): Date | null => {
  if (tier !== 'basic') return null
  const dayAt = daysIn(timeZone)
  const day = dayAt(now.getTime()) - basicHistoryDays * dayMs
  // No zone is more than a day from UTC, so the day starts between these bounds; bisect for its start.
  let [dayBefore, from] = [day - dayMs, day + dayMs]
  while (from - dayBefore > 1000) {
    const middle = Math.floor((dayBefore + from) / 2000) * 1000
    if (dayAt(middle) < day) dayBefore = middle
    else from = middle
  }
  return new Date(from)
}
