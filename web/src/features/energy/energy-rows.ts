import type { EnergyPeriod, EnergySeries } from '@vigilux/contract/features/energy/energy.ts'
import { lampHours } from '@vigilux/contract/features/energy/energy-figures.rules.ts'

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
    const used = series.used[at] ?? null
    const cell = { used: used === null ? null : used / 1_000, missingHours: lampHours(series.missing[at] ?? 0) }
    byHour.set(hour, (byHour.get(hour) ?? new Map()).set(day, cell))
  }
  const hours = [...byHour.keys()].sort()
  return { days: [...days], hours, cells: hours.map((hour) => [...days].map((day) => byHour.get(hour)?.get(day))) }
}

/** Colours of hours: shares of what the lamps are made for, so that months can be compared. */
const stepShares = [0.02, 0.1, 0.25, 0.45, 0.7]
export const heatStep = (used: number, mostKwh: number): number =>
  stepShares.filter((share) => used >= share * mostKwh && mostKwh > 0).length

/** Mean power of quarters of an hour in kW. */
export const powerOf = ({ used }: EnergySeries): (number | null)[] =>
  used.map((wh) => (wh === null ? null : (wh * 4) / 1_000))
