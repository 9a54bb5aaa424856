import type { TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { fill, type ReportTexts } from '../report-texts.ts'

/** A test's finding for a lamp. */
export type ResultFacts = Pick<TestResult, 'result' | 'reason' | 'measured_s' | 'measured_bound' | 'rated_min'>

/** "30 s", "58 min", "3 h": in the same unit as on the screens. */
export const durationText = (seconds: number, number: Intl.NumberFormat): string => {
  if (seconds < 60) return `${number.format(Math.floor(seconds))}\u202Fs`
  if (seconds < 7200) return `${number.format(Math.floor(seconds / 60))}\u202Fmin`
  return `${number.format(Math.floor(seconds / 360) / 10)}\u202Fh`
}

/** "58 min", "under 2 min" or "510 min or more". */
export const measuredText = (
  texts: ReportTexts,
  { measured_s, measured_bound: bound }: Pick<ResultFacts, 'measured_s' | 'measured_bound'>,
  number: Intl.NumberFormat,
): string => {
  if (!bound) return durationText(measured_s ?? 0, number)
  const limit = durationText(bound.seconds, number)
  return fill(bound.is === 'under' ? texts.lastedUnder : texts.lastedAtLeast, 'time', limit)
}

const lastedText = (texts: ReportTexts, row: ResultFacts, number: Intl.NumberFormat): string => {
  const { measured_s, rated_min } = row
  if (measured_s === null) return ''
  const lasted = measuredText(texts, row, number)
  const durationOfRated =
    rated_min === null || row.measured_bound?.seconds === rated_min * 60
      ? lasted
      : fill(fill(texts.lastedOf, 'lasted', lasted), 'rated', durationText(rated_min * 60, number))
  return ` (${durationOfRated})`
}

export const outcomeText = (texts: ReportTexts, row: ResultFacts, number: Intl.NumberFormat): string => {
  const reasonText = row.reason ? `: ${texts.reasons[row.reason]}` : ''
  return `${texts.outcomes[row.result]}${reasonText}${lastedText(texts, row, number)}`
}

/** Why a lamp failed, as a phrase. */
export const defectText = (texts: ReportTexts, row: ResultFacts, number: Intl.NumberFormat): string => {
  const reason = row.reason ? texts.reasons[row.reason] : texts.outcomes[row.result]
  return `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}${lastedText(texts, row, number)}`
}

export const remedyText = (texts: ReportTexts, { reason }: Pick<ResultFacts, 'reason'>): string =>
  new Map<string, string>(Object.entries(texts.remedies)).get(reason ?? '') ?? ''
