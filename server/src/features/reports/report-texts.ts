import { readFile } from 'node:fs/promises'
import type { TestReason, TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { withOffsetIfRepeated } from '@vigilux/contract/kernel/zone-offset.ts'
import english from './locales/en.json' with { type: 'json' }

export type ReportTexts = typeof english

export const loadReportTexts = async (language: Language): Promise<ReportTexts> =>
  JSON.parse(await readFile(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as ReportTexts

/** BCP 47 tag of a language, for dates and for the document's own language. */
export const localeOf = (language: Language): string =>
  ({ no: 'nb', pt: 'pt-PT', en: 'en-GB' })[language as 'no'] ?? language

/** Fills one placeholder of a text. */
export const fill = (text: string, name: string, value: string): string => text.replace(`{${name}}`, value)

/** Formats a plant's times in a language. */
export const createTimeFormats = (language: Language, timeZone: string) => {
  const shortFormat = new Intl.DateTimeFormat(localeOf(language), { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const parts = { year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  const longFormat = new Intl.DateTimeFormat(localeOf(language), { timeZone, ...parts })
  const zonedFormat = new Intl.DateTimeFormat(localeOf(language), { timeZone, ...parts, timeZoneName: 'short' })
  return {
    short: (at: string | null) =>
      at ? withOffsetIfRepeated(shortFormat.format(new Date(at)), timeZone, Date.parse(at)) : '',
    /** For texts that name the zone once. */
    local: (at: Date) => withOffsetIfRepeated(longFormat.format(at), timeZone, at.getTime()),
    zoned: (at: string | Date | null) => (at ? zonedFormat.format(new Date(at)) : ''),
  }
}

/** A text in the language's plural form for a number. */
export const pluralText = (group: object, key: string, count: number, language: Language): string => {
  const forms = new Map<string, string>(Object.entries(group))
  const form = new Intl.PluralRules(localeOf(language)).select(count)
  const text = forms.get(`${key}_${form}`) ?? forms.get(`${key}_other`) ?? ''
  return fill(text, 'count', new Intl.NumberFormat(localeOf(language)).format(count))
}

/** A country's name by its ISO 3166 code. */
export const countryName = (code: string, language: Language): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(code) ?? code) : code

/** Texts of the reasons why a lamp did not pass, in a language. */
export const loadReasonTexts = async (language: Language): Promise<Record<TestReason, string>> =>
  (await loadReportTexts(language)).reasons

type FaultTexts = { lamp: Record<string, string>; unit: Record<string, string> }

/** Texts of lamp and unit faults in a language, by code. */
export const loadFaultTexts = async (language: Language): Promise<FaultTexts> => {
  const { lampError: lamp, unitError: unit } = (await loadReportTexts(language)).logbook
  return { lamp, unit }
}

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
