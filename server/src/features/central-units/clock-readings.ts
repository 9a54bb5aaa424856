import type { OnlineNews } from '../../kernel/device-messages.ts'

/** Readings that are looked back on, and how few of them say nothing about our own lateness. */
const kept = 64
const fewest = 5

const recent: number[] = []
const read = new WeakMap<OnlineNews, number | null>()

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/**
 * Seconds by which a unit's clock is ahead of ours, as a birth or keepalive says; null where it says nothing. A message
 * that had to wait looks like a clock that is behind. When most units look so at once it is we who are late, so what is
 * common to the last readings is taken off.
 */
export const driftOf = (news: OnlineNews, now: Date): number | null => {
  const known = read.get(news)
  if (known !== undefined) return known
  const drift = news.at === null ? null : readingOf((news.at.getTime() - now.getTime()) / 1000)
  read.set(news, drift)
  return drift
}

const readingOf = (apparentS: number): number => {
  recent.push(apparentS)
  if (recent.length > kept) recent.shift()
  return Math.round(apparentS - (recent.length < fewest ? 0 : median(recent)))
}
