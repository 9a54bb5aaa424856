import type { Tier } from './tiers.ts'

/** Days before today of which a Basic plant sees the history. */
export const basicHistoryDays = 30

const dayMs = 86_400_000

/** The day that a clock in the zone shows, as the midnight of that date in UTC. */
const dayIn = (timeZone: string, at: number): number => {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
  const of = (type: string) => Number(parts.formatToParts(at).find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'))
}

/**
 * The first moment of what a plant may read of its history: the beginning of the thirtieth day before today, by the
 * plant's clock. Null where everything is open. An expired Pro keeps its history readable.
 */
export const historyStart = (tier: Tier, timeZone: string, now: Date): Date | null => {
  if (tier !== 'basic') return null
  const day = dayIn(timeZone, now.getTime()) - basicHistoryDays * dayMs
  // No zone is further than a day from UTC: the day begins somewhere between these, and once it has, it goes on.
  let [before, from] = [day - dayMs, day + dayMs]
  while (from - before > 1000) {
    const middle = Math.floor((before + from) / 2000) * 1000
    if (dayIn(timeZone, middle) < day) before = middle
    else from = middle
  }
  return new Date(from)
}
