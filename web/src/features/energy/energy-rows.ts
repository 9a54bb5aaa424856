import type { EnergyAnswer, EnergyPeriod, EnergySeries, EnergyStep } from '@vigilux/contract/features/energy/energy.ts'

/** A part of a period as chart and table show it. */
export type EnergyRow = {
  start: string
  /** kWh; null where nothing is known, which is not the same as nothing used. */
  used: number | null
  lastYear: number | null
  /** kWh of the baseline for what was measured. */
  baseline: number | null
  /** Hours of single lamps that are missing. */
  missingHours: number
  jumps: number
}

const kilo = (wh: number | null | undefined): number | null => (wh === null || wh === undefined ? null : wh / 1_000)

/** Quarters of single lamps as hours. */
export const lampHours = (quarters: number): number => quarters / 4

/** The parts of a period, each beside the one of the year before. */
export function rowsOf({
  series,
  lastYear,
  baseline,
}: Pick<EnergyAnswer, 'series' | 'lastYear' | 'baseline'>): EnergyRow[] {
  return series.starts.map((start, at) => ({
    start,
    used: kilo(series.used[at]),
    lastYear: kilo(lastYear.series.used[at]),
    baseline: kilo(baseline[at]),
    missingHours: lampHours(series.missing[at] ?? 0),
    jumps: series.jumps[at] ?? 0,
  }))
}

/** The parts in which a period is drawn. */
export const mainStep: Record<EnergyPeriod, EnergyStep> = { day: 'hour', week: 'day', month: 'day', year: 'month' }

/** The periods that are long enough for a picture of hours and days, and short enough. */
export const hasHeatMap = (period: EnergyPeriod): boolean => period === 'week' || period === 'month'

/** The periods that are short enough for a curve of quarters of an hour. */
export const hasCurve = (period: EnergyPeriod): boolean => period === 'day' || period === 'week'

/** An hour of a day; none where the clock leaves it out. */
export type HeatCell = { used: number | null; missingHours: number }
/** Days beside each other, hours below each other; of a clock that is put back an hour stands there twice. */
export type HeatMap = { days: string[]; hours: string[]; cells: (HeatCell | undefined)[][] }

/** Arranges hours by the wall clock of the plant. */
export function heatMapOf(series: EnergySeries, timeZone: string): HeatMap {
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const hourOf = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' })
  const byHour = new Map<string, Map<string, HeatCell>>()
  const days = new Set<string>()
  for (const [at, start] of series.starts.entries()) {
    const [day, time] = [dayOf.format(new Date(start)), hourOf.format(new Date(start))]
    days.add(day)
    const hour = byHour.get(time)?.has(day) ? `${time}+` : time
    const cell = { used: kilo(series.used[at]), missingHours: lampHours(series.missing[at] ?? 0) }
    byHour.set(hour, (byHour.get(hour) ?? new Map()).set(day, cell))
  }
  const hours = [...byHour.keys()].sort()
  return { days: [...days], hours, cells: hours.map((hour) => [...days].map((day) => byHour.get(hour)?.get(day))) }
}

/** Colours of hours: shares of what the lamps are made for, so that months can be compared. */
const stepShares = [0.02, 0.1, 0.25, 0.45, 0.7]
export const heatStep = (used: number, mostKwh: number): number =>
  stepShares.filter((share) => used >= share * mostKwh && mostKwh > 0).length

/** A round number above the highest bar, and the lines up to it. */
export function scaleOf(values: readonly number[]): { top: number; step: number } {
  const most = Math.max(0, ...values)
  if (most === 0) return { top: 1, step: 0.25 }
  const size = 10 ** Math.floor(Math.log10(most / 4))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * size).find((one) => most / one <= 4) ?? 10 * size
  return { top: Math.ceil(most / step) * step, step }
}

/** Mean power of quarters of an hour in kW. */
export const powerOf = ({ used }: EnergySeries): (number | null)[] =>
  used.map((wh) => (wh === null ? null : (wh * 4) / 1_000))
