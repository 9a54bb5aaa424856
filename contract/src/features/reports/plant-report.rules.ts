import { createSearchMatcher } from '../../kernel/search-text.ts'
import { lampNumber } from '../lamps/lamp-number.ts'
import { plantResultOf } from '../plants/plant-result.rules.ts'
import type { LampOutcome, LastResult, PlantReport, ReportPeriod, ReportRow, RowSort, Tally } from './plant-report.ts'

/** Length of each period in months; null if its start depends on something else. */
const monthsOf: Readonly<Record<ReportPeriod, number | null>> = {
  lastTest: null,
  last3Months: 3,
  lastYear: 12,
  last2Years: 24,
  plantLife: null,
}

const isoDay = (at: Date): string => at.toISOString().slice(0, 10)

/**
 * First day, included, of a period with this last day of the plant, `2026-05-31`. In a shorter start month, the last
 * day. Null for periods without such a day.
 */
export const firstDayOfPeriod = (period: ReportPeriod, today: string): string | null => {
  const months = monthsOf[period]
  if (months === null) return null
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(year, month - 1 - months, Math.min(day, last))))
}

/** Whether the period is available to Basic plants. */
export const isAvailableInBasic = (period: ReportPeriod): boolean => period === 'lastTest'

const severity: Readonly<Record<LampOutcome, number>> = { failed: 0, notExecuted: 1, notTested: 2, passed: 3 }

/** Outcome of a lamp: the worse of its last results; a missing kind is ignored if the other has a result. */
export const outcomeOf = (functional: LastResult | null, autonomy: LastResult | null): LampOutcome => {
  const results = [functional, autonomy].flatMap((last) => (last ? [last.result] : []))
  return results.toSorted((a, b) => severity[a] - severity[b])[0] ?? 'notTested'
}

export type RowFilter = {
  search: string
  outcome?: LampOutcome | undefined
  sort: RowSort
  descending: boolean
}

const createRowFilter = ({ outcome, search }: RowFilter): ((row: ReportRow) => boolean) => {
  const matchesSearch = createSearchMatcher(search)
  return (row) => {
    if (outcome && row.outcome !== outcome) return false
    const { cu, lamp, serial, description, location } = row
    return matchesSearch([cu, lamp, lampNumber(lamp), serial, description, location].join(' '))
  }
}

const compareByLamp = (a: ReportRow, b: ReportRow): number => (a.cu < b.cu ? -1 : a.cu > b.cu ? 1 : a.lamp - b.lamp)
const severityOfTest = (last: LastResult | null): number => severity[last?.result ?? 'notTested']

const comparators: Readonly<Record<RowSort, (a: ReportRow, b: ReportRow) => number>> = {
  lamp: compareByLamp,
  place: (a, b) => `${a.location} ${a.description}`.localeCompare(`${b.location} ${b.description}`),
  outcome: (a, b) => severity[a.outcome] - severity[b.outcome],
  functional: (a, b) => severityOfTest(a.functional) - severityOfTest(b.functional),
  autonomy: (a, b) => severityOfTest(a.autonomy) - severityOfTest(b.autonomy),
  measured: (a, b) => (a.autonomy?.measured_s ?? -1) - (b.autonomy?.measured_s ?? -1),
}

/** Filtered and sorted rows; equal rows are sorted by unit and number. */
export const filterRows = (rows: readonly ReportRow[], filter: RowFilter): ReportRow[] => {
  const order = comparators[filter.sort]
  const direction = filter.descending ? -1 : 1
  return rows.filter(createRowFilter(filter)).toSorted((a, b) => direction * order(a, b) || compareByLamp(a, b))
}

const emptyTally: Tally = { failed: 0, notExecuted: 0, passed: 0, notTested: 0 }

const tallyOutcomes = (outcomes: readonly LampOutcome[]): Tally => {
  const tally = { ...emptyTally }
  for (const outcome of outcomes) tally[outcome] += 1
  return tally
}

const presentRowsOf = (rows: readonly ReportRow[]): ReportRow[] => rows.filter(({ isFormer }) => !isFormer)

/** Outcomes of present lamps, for the charts. */
export const computeReportFigures = (rows: readonly ReportRow[]): PlantReport['figures'] => {
  const presentRows = presentRowsOf(rows)
  return {
    lamps: tallyOutcomes(presentRows.map(({ outcome }) => outcome)),
    functional: tallyOutcomes(presentRows.map(({ functional }) => functional?.result ?? 'notTested')),
    autonomy: tallyOutcomes(presentRows.map(({ autonomy }) => autonomy?.result ?? 'notTested')),
  }
}

/** Overall result of one kind of test: one failure decides, and one untested lamp leaves it unknown. */
export const overallResult = ({ failed, passed, notExecuted, notTested }: Tally): PlantReport['result'] =>
  failed > 0 ? 'fail' : passed > 0 && notExecuted + notTested === 0 ? 'pass' : 'unknown'

/**
 * Result of the plant's present lamps in a period. Failures from before the period count, because they stay open until
 * the lamp passes a test. `openFailures`: lamps with an open failed test, possibly outside the rows.
 */
export const overallPlantResult = (
  rows: readonly ReportRow[],
  units: readonly { connected: boolean | null }[],
  openFailures: number,
): PlantReport['result'] => {
  const { failed, passed, notExecuted, notTested } = computeReportFigures(rows).lamps
  const knownUnits = units.filter(({ connected }) => connected !== null)
  return plantResultOf({
    failed: failed + openFailures,
    passed,
    unproven: notExecuted + notTested,
    isSilent: knownUnits.length > 0 && knownUnits.every(({ connected }) => !connected),
  })
}
