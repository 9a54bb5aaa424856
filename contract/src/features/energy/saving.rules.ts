import type { Baseline } from './baseline.ts'

/** What is known of a day: Wh used, and quarters of an hour of single lamps that are known and that are missing. */
export type DayFacts = { weekday: number; used: number | null; known: number; missing: number; isOver: boolean }

/** What the baseline is reckoned from: the days of the chosen period, or the power of the lamps in W. */
export type BaselineFacts = { reference: readonly DayFacts[]; ratedW: number }

const meanByWeekday = (reference: readonly DayFacts[]): Map<number, number> =>
  new Map(
    [...Map.groupBy(reference, ({ weekday }) => weekday)].flatMap(([weekday, days]) => {
      const known = days.reduce((sum, day) => sum + day.known, 0)
      const used = days.reduce((sum, day) => sum + (day.used ?? 0), 0)
      return known > 0 ? [[weekday, used / known] as const] : []
    }),
  )

/**
 * The baseline of each day in Wh, for what was measured on it: of a chosen period the mean of its days of the same weekday, by
 * lamp and quarter of an hour; else the power of the lamps for the hours of use of that weekday. Null where it is not known.
 */
export const computeBaseline = (
  baseline: Baseline,
  days: readonly DayFacts[],
  { reference, ratedW }: BaselineFacts,
): (number | null)[] => {
  const means = baseline.kind === 'period' ? meanByWeekday(reference) : new Map<number, number>()
  return days.map(({ weekday, known, missing }) => {
    if (known === 0) return null
    if (baseline.kind === 'installed')
      return ratedW === 0 ? null : (ratedW * (baseline.hours[weekday - 1] ?? 0) * known) / (known + missing)
    const mean = means.get(weekday)
    return mean === undefined ? null : mean * known
  })
}

/** What was saved on the days that are over and of which both are known; null where there is none. */
export type Saving = { baseline: number; used: number; saved: number; percent: number | null; days: number }

export const computeSaving = (days: readonly DayFacts[], baselines: readonly (number | null)[]): Saving | null => {
  const sum = { baseline: 0, used: 0, days: 0 }
  for (const [at, { used, isOver }] of days.entries()) {
    const baseline = baselines[at]
    if (!isOver || used === null || baseline === null || baseline === undefined) continue
    sum.baseline += baseline
    sum.used += used
    sum.days += 1
  }
  if (sum.days === 0) return null
  const saved = sum.baseline - sum.used
  return { ...sum, saved, percent: sum.baseline > 0 ? (saved / sum.baseline) * 100 : null }
}
