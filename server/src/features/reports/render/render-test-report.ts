import { verdictOf } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { TestReportContent } from '../collect/collect-test-report.ts'
import {
  countryName,
  createTimeFormats,
  defectText,
  fill,
  localeOf,
  outcomeText,
  pluralText,
  type ReportTexts,
  remedyText,
} from '../report-texts.ts'
import { testReportData } from './document-data.ts'
import { pdfRenderer } from './render-pdf.ts'

/** The test's verdict, worst first: "4 lamps failed, 1 not executed". */
const verdictText = (texts: ReportTexts, { test }: TestReportContent, language: Language): string => {
  const verdict = verdictOf(test)
  const untested = test.total - test.passed - test.failed
  const notExecutedText = untested > 0 ? `, ${pluralText(texts.verdict, 'notExecuted', untested, language)}` : ''
  if (verdict === 'failed') return `${pluralText(texts.verdict, 'failed', test.failed, language)}${notExecutedText}`
  if (verdict === 'passed' || verdict === 'passedInPart') return `${texts.verdict.passed}${notExecutedText}`
  return verdict === 'notExecuted' ? texts.outcomes.notExecuted : stateOf(texts, test)
}

/** How the test ended, with the reason unless a person stopped it. */
const stateOf = (texts: ReportTexts, { state, reason }: TestReportContent['test']): string => {
  const reasonText = reason === 'stopped_by_user' ? undefined : new Map(Object.entries(texts.reasons)).get(reason ?? '')
  return reasonText ? `${texts.states[state]}: ${reasonText}` : texts.states[state]
}

const factsOf = (
  texts: ReportTexts,
  { test, unitName, owner, madeAt }: TestReportContent,
  clock: ReturnType<typeof createTimeFormats>,
) => {
  const startedBy = test.trigger === 'user' ? (test.requestedBy ?? '') : texts.triggers[test.trigger]
  const period = [clock.zoned(test.startedAt ?? test.requestedAt), clock.zoned(test.endedAt)].filter(Boolean)
  return [
    [texts.facts.test, texts.kinds[test.kind]],
    [texts.facts.unit, unitName],
    [texts.facts.owner, owner],
    [texts.facts.startedBy, startedBy],
    [texts.facts.period, period.join(' – ')],
    [texts.facts.state, stateOf(texts, test)],
    [texts.facts.made, clock.zoned(madeAt)],
  ].filter(([, value]) => value !== '')
}

/** Notes to read before the results. */
const notesOf = (texts: ReportTexts, { test, results, resultFilter, devicesType }: TestReportContent): string[] => {
  const filterText = resultFilter ? texts.outcomes[resultFilter] : null
  const isClockWrong = test.clockWrong || results.some((row) => row.clockWrong)
  return [
    ...(devicesType === 'all' ? [] : [texts.onlyDevices[devicesType]]),
    ...(filterText ? [fill(texts.onlyShown, 'result', filterText)] : []),
    ...(isClockWrong ? [texts.clockWrong] : []),
  ]
}

/** The report in the reader's language, every text printable. */
const dataOf = (
  content: TestReportContent,
  texts: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { test, results, timezone, madeAt } = content
  const clock = createTimeFormats(language, timezone)
  const number = new Intl.NumberFormat(localeOf(language))
  const defects = results.filter((row) => row.result === 'failed' && !content.mended.has(row.serial))
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${texts.title} – ${content.plantname}`),
    plant: printable(content.plantname),
    place: printable([content.address, countryName(content.country, language)].filter(Boolean).join(', ')),
    madeAt: clock.zoned(madeAt),
    words: {
      register: texts.register,
      page: texts.page,
      results: texts.results,
      defects: texts.defects,
      noResults: texts.noResults,
      responsible: texts.responsible,
      dateSignature: texts.dateSignature,
      columns: Object.values(texts.columns),
      place: texts.columns.location,
    },
    facts: factsOf(texts, content, clock).map(([label = '', value = '']) => [label, printable(value)]),
    summary: [
      [texts.summary.lamps, number.format(test.total)],
      [texts.summary.passed, number.format(test.passed)],
      [texts.summary.failed, number.format(test.failed)],
      [texts.summary.notExecuted, number.format(test.notExecuted)],
    ],
    verdict: { text: verdictText(texts, content, language), state: verdictOf(test) },
    notes: notesOf(texts, content),
    hasMended: content.mended.size > 0,
    defects: defects.map((row) => ({
      lamp: lampNumber(row.lamp),
      place: printable([row.description, row.location].filter(Boolean).join(' · ') || row.serial),
      defect: defectText(texts, row, number),
      remedy: remedyText(texts, row),
    })),
    rows: results.map((row) => ({
      lamp: lampNumber(row.lamp),
      serial: printable(row.serial),
      description: printable(row.description),
      location: printable(row.location),
      result: row.result,
      outcome: outcomeText(texts, row, number),
      at: clock.short(row.at),
    })),
  }
}

/** Renders the PDF of a test report, times in the plant's zone. */
export const renderTestReport = pdfRenderer('test-report.typ', dataOf, testReportData)
