import type { EnergyAnswer, EnergyPeriod, EnergyStep } from './energy.ts'
import type { EnergyShare } from './energy-costs.ts'

/** Energy figures for screen, workbook and PDF, computed once for the same digits everywhere. */

/** Part of a period, as chart and table show it. */
export type EnergyRow = {
  start: string
  /** kWh; null if unknown, which differs from zero. */
  used: number | null
  lastYear: number | null
  /** Baseline in kWh for the measured part. */
  baseline: number | null
  /** Missing lamp hours. */
  missingHours: number
  jumps: number
}

/** Converts Wh to kWh, to a tenth of a Wh; null if unknown. */
export const toKwh = (wh: number | null | undefined): number | null =>
  wh === null || wh === undefined ? null : Math.round(wh * 10) / 10_000

/** Converts lamp quarter-hours to hours. */
export const lampHours = (quarters: number): number => quarters / 4

/** Parts of a period, each with the same part of the previous year. */
export function toEnergyRows({
  series,
  lastYear,
  baseline,
}: Pick<EnergyAnswer, 'series' | 'lastYear' | 'baseline'>): EnergyRow[] {
  return series.starts.map((start, at) => ({
    start,
    used: toKwh(series.used[at]),
    lastYear: toKwh(lastYear.series.used[at]),
    baseline: toKwh(baseline[at]),
    missingHours: lampHours(series.missing[at] ?? 0),
    jumps: series.jumps[at] ?? 0,
  }))
}

/** Default step of each period's chart. */
export const defaultStep: Record<EnergyPeriod, EnergyStep> = { day: 'hour', week: 'day', month: 'day', year: 'month' }

/** Round number above the highest bar, and the step of the grid lines. */
export function chartScale(values: readonly number[]): { top: number; step: number } {
  const max = Math.max(0, ...values)
  if (max === 0) return { top: 1, step: 0.25 }
  const size = 10 ** Math.floor(Math.log10(max / 4))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * size).find((one) => max / one <= 4) ?? 10 * size
  return { top: Math.ceil(max / step) * step, step }
}

/** Chart scale over everything drawn for these parts. */
export const chartScaleOfRows = (rows: readonly EnergyRow[]): { top: number; step: number } =>
  chartScale(rows.flatMap(({ used, lastYear, baseline }) => [used ?? 0, lastYear ?? 0, baseline ?? 0]))

/** Formats a number with a maximum of decimals and its unit. */
export type FormatMeasure = (value: number, unit: string, decimals?: number) => string

/** Formats Wh as kWh, with more decimals for small values; "–" if unknown. */
export const formatKwh = (measure: FormatMeasure, wh: number | null): string => {
  if (wh === null) return '–'
  const smallDecimals = Math.abs(wh) < 1_000 ? 3 : 1
  return measure(wh / 1_000, 'kWh', Math.abs(wh) < 100_000 ? smallDecimals : 0)
}

/** Formats kg of CO2, with a decimal for small values. */
export const formatCo2 = (measure: FormatMeasure, kg: number | null): string =>
  kg === null ? '–' : measure(kg, 'kg', Math.abs(kg) < 10 ? 1 : 0)

/** Maximum decimals of kWh in tables. */
export const tableDecimals = 3

/** Share of a zone in the total, from 0 to 1; null if either is unknown. */
export const shareIn = ({ used }: Pick<EnergyShare, 'used'>, totalUsed: number | null): number | null =>
  used === null || !totalUsed ? null : used / totalUsed

/** Format of shares: to a tenth of a percent, because small ones would appear as zero. */
export const shareFormat = { style: 'percent', maximumFractionDigits: 1 } as const

/** Hides the share of lamps outside all zones if there are none. */
export const visibleShares = (shares: readonly EnergyShare[]): EnergyShare[] =>
  shares.filter(({ zone, lamps, used }) => zone !== null || lamps > 0 || used !== null)
