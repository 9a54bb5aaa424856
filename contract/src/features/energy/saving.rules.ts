import type { Baseline } from './baseline.ts'

/** Facts of a day: Wh used, and known and missing lamp quarter-hours. */
export type DayFacts = { weekday: number; used: number | null; known: number; missing: number; isOver: boolean }

/** Basis of the baseline: days of the chosen period, or rated power of the lamps in W. */
export type BaselineFacts = { reference: readonly DayFacts[]; ratedW: number }

const meanByWeekday = (reference: readonly DayFacts[]): Map<number, number> =>
  new Map(
    [...Map.groupBy(reference, ({ weekday }) => weekday)].flatMap(([weekday, days]) => {
      const knownDays = days.reduce((sum, day) => sum + day.known, 0)
      const used = days.reduce((sum, day) => sum + (day.used ?? 0), 0)
      return knownDays > 0 ? [[weekday, used / knownDays] as const] : []
    }),
  )

/**
 * Baseline of each day in Wh for the measured part; null if unknown. For a chosen period: mean of its days of the same
 * weekday, per lamp and quarter-hour. Otherwise: rated power for the hours of use of the weekday.
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

/** Saving over ended days on which both values are known; null without such days. */
export type Saving = { baseline: number; used: number; saved: number; percent: number | null; days: number }

export const computeSaving = (days: readonly DayFacts[], baselines: readonly (number | null)[]): Saving | null => {
  const totals = { baseline: 0, used: 0, days: 0 }
  for (const [at, { used, isOver }] of days.entries()) {
    const baseline = baselines[at]
    if (!isOver || used === null || baseline === null || baseline === undefined) continue
    totals.baseline += baseline
    totals.used += used
    totals.days += 1
  }
  if (totals.days === 0) return null
  const saved = totals.baseline - totals.used
  return { ...totals, saved, percent: totals.baseline > 0 ? (saved / totals.baseline) * 100 : null }
}
