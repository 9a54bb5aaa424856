import type { EnergyPeriod, EnergySeries } from '@vigilux/contract/features/energy/energy.ts'
import { lampHours, toKwh } from '@vigilux/contract/features/energy/energy-figures.rules.ts'

/** Periods suitable for a heat map of hours and days. */
export const hasHeatMap = (period: EnergyPeriod): boolean => period === 'week' || period === 'month'

/** Periods short enough for a curve of quarter hours. */
export const hasCurve = (period: EnergyPeriod): boolean => period === 'day' || period === 'week'

/** An hour of a day; undefined in the gap of a clock change. */
export type HeatCell = { used: number | null; missingHours: number }
/** Days in columns, hours in rows; the repeated hour at the end of DST appears twice. */
export type HeatMap = { days: string[]; hours: string[]; cells: (HeatCell | undefined)[][] }

/** Arranges hours by the plant's local time. */
export function heatMapOf(series: EnergySeries, timeZone: string): HeatMap {
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const hourOf = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' })
  const cellsByHour = new Map<string, Map<string, HeatCell>>()
  const days = new Set<string>()
  for (const [at, start] of series.starts.entries()) {
    const [day, time] = [dayOf.format(new Date(start)), hourOf.format(new Date(start))]
    days.add(day)
    const hour = cellsByHour.get(time)?.has(day) ? `${time}+` : time
    const used = series.used[at] ?? null
    const cell = { used: toKwh(used), missingHours: lampHours(series.missing[at] ?? 0) }
    cellsByHour.set(hour, (cellsByHour.get(hour) ?? new Map()).set(day, cell))
  }
  const hours = [...cellsByHour.keys()].sort()
  return { days: [...days], hours, cells: hours.map((hour) => [...days].map((day) => cellsByHour.get(hour)?.get(day))) }
}

/** Color steps of hours, as shares of the lamps' rated power, which makes months comparable. */
const stepShares = [0.02, 0.1, 0.25, 0.45, 0.7]
export const heatStep = (usedKwh: number, maxKwh: number): number =>
  stepShares.filter((share) => usedKwh >= share * maxKwh && maxKwh > 0).length

/** Mean power per quarter hour in kW. */
export const powerOf = ({ used }: EnergySeries): (number | null)[] =>
  used.map((wh) => (wh === null ? null : (wh * 4) / 1_000))
