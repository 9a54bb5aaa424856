import { verdictOf } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { TestReportContent } from '../collect/collect-test-report.ts'
import { countryName, createTimeFormats, fill, localeOf, pluralText, type ReportTexts } from '../report-texts.ts'
import { testReportData } from './document-data.ts'
import { pdfRenderer } from './render-pdf.ts'
import { defectText, outcomeText, remedyText } from './result-texts.ts'

/** The test's verdict, worst first: "4 lamps failed, 1 not executed". */
const verdictText = (words: ReportTexts, { test }: TestReportContent, language: Language): string => {
  const verdict = verdictOf(test)
  const untested = test.total - test.passed - test.failed
  const rest = untested > 0 ? `, ${pluralText(words.verdict, 'notExecuted', untested, language)}` : ''
  if (verdict === 'failed') return `${pluralText(words.verdict, 'failed', test.failed, language)}${rest}`
  if (verdict === 'passed' || verdict === 'passedInPart') return `${words.verdict.passed}${rest}`
  return verdict === 'notExecuted' ? words.outcomes.notExecuted : stateOf(words, test)
}

/** How the test ended, with the reason unless a person stopped it. */
const stateOf = (words: ReportTexts, { state, reason }: TestReportContent['test']): string => {
  const because = reason === 'stopped_by_user' ? undefined : new Map(Object.entries(words.reasons)).get(reason ?? '')
  return because ? `${words.states[state]}: ${because}` : words.states[state]
}

const factsOf = (
  words: ReportTexts,
  { test, owner, madeAt }: TestReportContent,
  clock: ReturnType<typeof createTimeFormats>,
) => {
  const startedBy = test.trigger === 'user' ? (test.requestedBy ?? '') : words.triggers[test.trigger]
  const [type = '', serial = ''] = test.cu.split('_')
  const period = [clock.zoned(test.startedAt ?? test.requestedAt), clock.zoned(test.endedAt)].filter(Boolean)
  return [
    [words.facts.test, words.kinds[test.kind]],
    [words.facts.unit, `${type} ${serial}`],
    [words.facts.owner, owner],
    [words.facts.startedBy, startedBy],
    [words.facts.period, period.join(' – ')],
    [words.facts.state, stateOf(words, test)],
    [words.facts.made, clock.zoned(madeAt)],
  ].filter(([, value]) => value !== '')
}

/** Notes to read before the results. */
const notesOf = (words: ReportTexts, { test, results, resultFilter, devicesType }: TestReportContent): string[] => {
  const shown = resultFilter ? words.outcomes[resultFilter] : null
  const isClockWrong = test.clockWrong || results.some((row) => row.clockWrong)
  return [
    ...(devicesType === 'all' ? [] : [words.onlyDevices[devicesType]]),
    ...(shown ? [fill(words.onlyShown, 'result', shown)] : []),
    ...(isClockWrong ? [words.clockWrong] : []),
  ]
}

/** The report in the reader's language, every text printable. */
const dataOf = (
  content: TestReportContent,
  words: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { test, results, timezone, madeAt } = content
  const clock = createTimeFormats(language, timezone)
  const number = new Intl.NumberFormat(localeOf(language))
  const defects = results.filter((row) => row.result === 'failed' && !content.mended.has(row.serial))
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${words.title} – ${content.plantname}`),
    plant: printable(content.plantname),
    place: printable([content.address, countryName(content.country, language)].filter(Boolean).join(', ')),
    madeAt: clock.zoned(madeAt),
    words: {
      register: words.register,
      page: words.page,
      results: words.results,
      defects: words.defects,
      noResults: words.noResults,
      responsible: words.responsible,
      dateSignature: words.dateSignature,
      columns: Object.values(words.columns),
      place: words.columns.location,
    },
    facts: factsOf(words, content, clock).map(([label = '', value = '']) => [label, printable(value)]),
    summary: [
      [words.summary.lamps, number.format(test.total)],
      [words.summary.passed, number.format(test.passed)],
      [words.summary.failed, number.format(test.failed)],
      [words.summary.notExecuted, number.format(test.notExecuted)],
    ],
    verdict: { text: verdictText(words, content, language), state: verdictOf(test) },
    notes: notesOf(words, content),
    hasMended: content.mended.size > 0,
    defects: defects.map((row) => ({
      lamp: lampNumber(row.lamp),
      place: printable([row.description, row.location].filter(Boolean).join(' · ') || row.serial),
      defect: defectText(words, row, number),
      remedy: remedyText(words, row),
    })),
    rows: results.map((row) => ({
      lamp: lampNumber(row.lamp),
      serial: printable(row.serial),
      description: printable(row.description),
      location: printable(row.location),
      result: row.result,
      outcome: outcomeText(words, row, number),
      at: clock.short(row.at),
    })),
  }
}

/** Renders the PDF of a test report, times in the plant's zone. */
export const renderTestReport = pdfRenderer('test-report.typ', dataOf, testReportData)
