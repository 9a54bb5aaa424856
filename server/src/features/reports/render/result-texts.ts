import type { TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { fill, type ReportTexts } from '../report-texts.ts'

/** A test's finding for a lamp. */
export type ResultFacts = Pick<TestResult, 'result' | 'reason' | 'measured_s' | 'rated_min'>

/** "30 s", "58 min", "3 h": in the same unit as on the screens. */
export const durationText = (seconds: number, number: Intl.NumberFormat): string => {
  if (seconds < 60) return `${number.format(Math.floor(seconds))}\u202Fs`
  if (seconds < 7200) return `${number.format(Math.floor(seconds / 60))}\u202Fmin`
  return `${number.format(Math.floor(seconds / 360) / 10)}\u202Fh`
}

const lastedText = (words: ReportTexts, { measured_s, rated_min }: ResultFacts, number: Intl.NumberFormat): string => {
  if (measured_s === null) return ''
  const lasted = durationText(measured_s, number)
  const said =
    rated_min === null
      ? lasted
      : fill(fill(words.lastedOf, 'lasted', lasted), 'rated', durationText(rated_min * 60, number))
  return ` (${said})`
}

export const outcomeText = (words: ReportTexts, row: ResultFacts, number: Intl.NumberFormat): string => {
  const because = row.reason ? `: ${words.reasons[row.reason]}` : ''
  return `${words.outcomes[row.result]}${because}${lastedText(words, row, number)}`
}

/** Why a lamp failed, as a phrase. */
export const defectText = (words: ReportTexts, row: ResultFacts, number: Intl.NumberFormat): string => {
  const reason = row.reason ? words.reasons[row.reason] : words.outcomes[row.result]
  return `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}${lastedText(words, row, number)}`
}

export const remedyText = (words: ReportTexts, { reason }: Pick<ResultFacts, 'reason'>): string =>
  new Map<string, string>(Object.entries(words.remedies)).get(reason ?? '') ?? ''
