import type { EnergyAnswer, EnergyPeriod, EnergyStep } from './energy.ts'
import type { EnergyShare } from './energy-costs.ts'

/** What screen, workbook and paper show of energy, worked out once: the numbers on each are the same to the digit. */

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

const toKilo = (wh: number | null | undefined): number | null => (wh === null || wh === undefined ? null : wh / 1_000)

/** Quarters of single lamps as hours. */
export const lampHours = (quarters: number): number => quarters / 4

/** The parts of a period, each beside the one of the year before. */
export function toEnergyRows({
  series,
  lastYear,
  baseline,
}: Pick<EnergyAnswer, 'series' | 'lastYear' | 'baseline'>): EnergyRow[] {
  return series.starts.map((start, at) => ({
    start,
    used: toKilo(series.used[at]),
    lastYear: toKilo(lastYear.series.used[at]),
    baseline: toKilo(baseline[at]),
    missingHours: lampHours(series.missing[at] ?? 0),
    jumps: series.jumps[at] ?? 0,
  }))
}

/** The parts in which a period is drawn. */
export const defaultStep: Record<EnergyPeriod, EnergyStep> = { day: 'hour', week: 'day', month: 'day', year: 'month' }

/** A round number above the highest bar, and the lines up to it. */
export function chartScale(values: readonly number[]): { top: number; step: number } {
  const most = Math.max(0, ...values)
  if (most === 0) return { top: 1, step: 0.25 }
  const size = 10 ** Math.floor(Math.log10(most / 4))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * size).find((one) => most / one <= 4) ?? 10 * size
  return { top: Math.ceil(most / step) * step, step }
}

/** The scale of a chart of these parts, with all that is drawn in it. */
export const chartScaleOfRows = (rows: readonly EnergyRow[]): { top: number; step: number } =>
  chartScale(rows.flatMap(({ used, lastYear, baseline }) => [used ?? 0, lastYear ?? 0, baseline ?? 0]))

/** Writes a number with so many decimals at most, and its unit. */
export type FormatMeasure = (value: number, unit: string, decimals?: number) => string

/** Wh as kWh, "–" where they are not known; small sums with more decimals. */
export const formatKwh = (measure: FormatMeasure, wh: number | null): string => {
  if (wh === null) return '–'
  const small = Math.abs(wh) < 1_000 ? 3 : 1
  return measure(wh / 1_000, 'kWh', Math.abs(wh) < 100_000 ? small : 0)
}

/** Kg of CO2, small sums with a decimal. */
export const formatCo2 = (measure: FormatMeasure, kg: number | null): string =>
  kg === null ? '–' : measure(kg, 'kg', Math.abs(kg) < 10 ? 1 : 0)

/** Decimals of kWh in tables, at most. */
export const tableDecimals = 3

/** The part of a zone in the whole, from 0 to 1; null where either is not known. */
export const shareIn = ({ used }: Pick<EnergyShare, 'used'>, whole: number | null): number | null =>
  used === null || !whole ? null : used / whole

/** How shares are written: to a tenth of a percent, so that what is small is not nothing. */
export const shareFormat = { style: 'percent', maximumFractionDigits: 1 } as const

/** Lamps that are in no zone are not named where there are none. */
export const visibleShares = (shares: readonly EnergyShare[]): EnergyShare[] =>
  shares.filter(({ zone, lamps, used }) => zone !== null || lamps > 0 || used !== null)
