import type { PresentState } from '@vigilux/contract/features/compliance/compliance.ts'
import { isOfSingleLamp, sumResults } from '@vigilux/contract/features/emergency-tests/single-lamp-tests.rules.ts'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { LampOutcome, LastResult, ReportRow } from '@vigilux/contract/features/reports/plant-report.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { PlantReportContent } from '../collect/collect-plant-report.ts'
import {
  countryName,
  createTimeFormats,
  defectText,
  fill,
  loadReportTexts,
  localeOf,
  measuredText,
  pluralText,
  type ReportTexts,
  remedyText,
} from '../report-texts.ts'
import { plantReportData } from './document-data.ts'
import { pdfRenderer } from './render-pdf.ts'

type PlantReportTexts = {
  texts: ReportTexts
  language: Language
  number: Intl.NumberFormat
  printable: (text: string) => string
  clock: ReturnType<typeof createTimeFormats>
  /** Days of the plant: short in tables, spelled out for the period. */
  day: { short: (at: string) => string; long: (at: string) => string }
}

const presentKinds = [
  'inhibited',
  'onBattery',
  'notReporting',
  'unitsOffline',
] as const satisfies (keyof PresentState)[]

const serialOf = (unit: string): string => unit.slice(unit.indexOf('_') + 1)
const typeOf = (unit: string): string => unit.slice(0, unit.indexOf('_'))

const periodText = ({ from, until, period }: PlantReportContent, { texts, day }: PlantReportTexts): string => {
  const plantTexts = texts.plantReport
  const [first, last] = [from && day.long(from), day.long(until)]
  const spanText = first && first !== last ? fill(fill(plantTexts.span, 'from', first), 'until', last) : last
  const span = first ? spanText : fill(plantTexts.until, 'until', last)
  return `${plantTexts.periods[period]}: ${span}`
}

/** The present state, whatever tests found: "112 lamps are inhibited now". Empty if there is nothing to say. */
const presentText = ({ now }: PlantReportContent, { texts, language }: PlantReportTexts): string => {
  const presentTexts = presentKinds
    .filter((kind) => now[kind] > 0)
    .map((kind) => pluralText(texts.plantReport.present, kind, now[kind], language))
  return presentTexts.join(', ')
}

const isTested = ({ figures: { lamps } }: PlantReportContent): boolean =>
  lamps.failed + lamps.notExecuted + lamps.passed > 0

/** States the lack of tests, and everything open all the same. */
const nothingTested = (
  { from, until }: PlantReportContent,
  otherTexts: readonly string[],
  { texts, day }: PlantReportTexts,
) => {
  const { nothing: nothingText, nothingYet } = texts.plantReport
  const text = from ? fill(nothingText, 'from', day.long(from)) : nothingYet
  return [fill(text, 'until', day.long(until)), ...otherTexts].filter(Boolean).join(', ')
}

const signOf = ({ figures: { lamps }, openBefore, openRunning }: PlantReportContent, isAllWell: boolean): string => {
  if (lamps.failed + openBefore + openRunning > 0) return '×'
  return isAllWell && lamps.notExecuted + lamps.notTested === 0 ? '✓' : '○'
}

/** Failures outside the rows: of earlier tests, and of still running tests. */
const otherFailuresText = (
  { openBefore, openRunning }: Pick<PlantReportContent, 'openBefore' | 'openRunning'>,
  { texts, language }: PlantReportTexts,
): string =>
  [
    openBefore > 0 ? pluralText(texts.plantReport, 'openBefore', openBefore, language) : '',
    openRunning > 0 ? pluralText(texts.plantReport, 'openRunning', openRunning, language) : '',
  ]
    .filter(Boolean)
    .join(', ')

/** The plant's verdict, worst first: "4 lamps failed, 1 not executed", and the present state. */
const verdictOf = (content: PlantReportContent, wording: PlantReportTexts) => {
  const { texts, language } = wording
  const { openBefore, openRunning, figures: reportStats } = content
  const { failed, notExecuted, passed, notTested } = reportStats.lamps
  const plantTexts = texts.plantReport
  const currentStateText = presentText(content, wording)
  const otherFailures = otherFailuresText({ openBefore, openRunning }, wording)
  const sign = signOf(content, isTested(content) && !currentStateText)
  if (!isTested(content)) return { text: nothingTested(content, [otherFailures, currentStateText], wording), sign }
  const parts = [
    failed > 0
      ? pluralText(texts.verdict, 'failed', failed, language)
      : passed > 0 && !otherFailures
        ? texts.verdict.passed
        : '',
    otherFailures,
    notExecuted > 0 ? pluralText(texts.verdict, 'notExecuted', notExecuted, language) : '',
    notTested > 0 ? pluralText(plantTexts, 'countNotTested', notTested, language) : '',
    currentStateText,
  ]
  return { text: parts.filter(Boolean).join(', '), sign }
}

/** Notes to read before the results. */
const notesOf = (content: PlantReportContent, { texts, language, printable }: PlantReportTexts): string[] => {
  const { devicesType, outcome, search, running, rows } = content
  const plantTexts = texts.plantReport
  const outcomes: Record<LampOutcome, string> = { ...texts.outcomes, notTested: plantTexts.notTested }
  const isClockWrong = rows.some(({ functional, autonomy }) => functional?.clockWrong || autonomy?.clockWrong)
  return [
    content.result === 'disconnected' ? plantTexts.disconnected : '',
    devicesType === 'all' ? '' : texts.onlyDevices[devicesType],
    outcome ? fill(texts.onlyShown, 'result', outcomes[outcome]) : '',
    search.trim() ? fill(plantTexts.search, 'text', printable(search.trim())) : '',
    running > 0 ? pluralText(plantTexts, 'running', running, language) : '',
    isClockWrong ? texts.clockWrong : '',
  ].filter(Boolean)
}

const placeOf = ({ description, location, serial }: ReportRow): string =>
  [description, location].filter(Boolean).join(' · ') || serial

/** Open defects: failures of the period, earlier ones without a result since, and those of still running tests. */
const defectsOf = (
  { rows, before, ofRunningTests, parts }: PlantReportContent,
  { texts, number, printable, day }: PlantReportTexts,
) =>
  [...rows, ...before, ...ofRunningTests]
    .filter(({ outcome, isFormer }) => outcome === 'failed' && !isFormer)
    .flatMap((row) => {
      const failed = [row.autonomy, row.functional].find((last) => last?.result === 'failed')
      if (!failed) return []
      const part = parts.get(row.serial)
      return [
        {
          lamp: `${serialOf(row.cu)} · ${lampNumber(row.lamp)}`,
          place: printable(placeOf(row)),
          defect: defectText(texts, failed, number),
          found: day.short(failed.at),
          remedy: remedyText(texts, failed),
          part: printable(part?.orderCode ?? ''),
        },
      ]
    })

const beginOf = ({ startedAt, requestedAt }: TestRun): string => startedAt ?? requestedAt

const figuresOf = (results: Pick<TestRun, 'passed' | 'failed' | 'notExecuted'>, number: Intl.NumberFormat): string[] =>
  [results.passed, results.failed, results.notExecuted].map((one) => number.format(one))

const testRow = (test: TestRun, { texts, number, clock }: PlantReportTexts) => ({
  at: clock.short(beginOf(test)),
  kind: texts.kinds[test.kind],
  unit: serialOf(test.cu),
  figures: figuresOf(test, number),
})

/** A row per test; two or more of a single lamp, mostly of repairs, share the last row. */
const testRows = (tests: readonly TestRun[], wording: PlantReportTexts) => {
  const { texts, language, number, day } = wording
  const singleLampTests = tests.filter(isOfSingleLamp)
  if (singleLampTests.length < 2) return tests.map((test) => testRow(test, wording))
  const begins = singleLampTests.map(beginOf).sort()
  const days = [begins[0], begins.at(-1)].flatMap((at) => (at ? [day.short(at)] : []))
  return [
    ...tests.filter((test) => !isOfSingleLamp(test)).map((test) => testRow(test, wording)),
    {
      at: [...new Set(days)].join(' – '),
      kind: pluralText(texts.plantReport, 'singleLamp', singleLampTests.length, language),
      unit: [...new Set(singleLampTests.map(({ cu }) => serialOf(cu)))].join(', '),
      figures: figuresOf(sumResults(singleLampTests), number),
    },
  ]
}

const signs: Record<LampOutcome, string> = { passed: '✓', failed: '×', notExecuted: '○', notTested: '–' }

const lastText = (last: LastResult | null, { texts, day }: PlantReportTexts): string => {
  if (!last) return signs.notTested
  if (last.result === 'passed') return `${signs.passed} ${day.short(last.at)}`
  return `${signs[last.result]} ${day.short(last.at)} ${last.reason ? texts.reasons[last.reason] : texts.outcomes[last.result]}`
}

/** A lamp's row with the fill of its bar, in which two thirds mark the rated duration. */
const lampRow = (row: ReportRow, wording: PlantReportTexts) => {
  const { measured_s = null, rated_min = null } = row.autonomy ?? {}
  return {
    lamp: lampNumber(row.lamp),
    place: wording.printable(
      [row.description || row.serial, row.isFormer ? wording.texts.plantReport.former : ''].filter(Boolean).join(' · '),
    ),
    isBad: row.outcome === 'failed',
    functional: lastText(row.functional, wording),
    autonomy: lastText(row.autonomy, wording),
    bar: measured_s !== null && rated_min ? Math.min(1, (2 * measured_s) / (3 * 60 * rated_min)) : null,
    lasted: row.autonomy && measured_s !== null ? measuredText(wording.texts, row.autonomy, wording.number) : '–',
  }
}

/** All lamps by unit, and within it by floor or place. */
const unitsOf = ({ rows, units }: PlantReportContent, wording: PlantReportTexts) => {
  const { texts, language, printable } = wording
  const plantTexts = texts.plantReport
  const countText = (lamps: readonly ReportRow[]) =>
    pluralText(plantTexts, 'lamps', lamps.filter(({ isFormer }) => !isFormer).length, language)
  const byPlace = (lamps: readonly ReportRow[]) => [...Map.groupBy(lamps, ({ location }) => location)]
  return [...Map.groupBy(rows, ({ cu }) => cu)].map(([cu, lamps]) => {
    const { description = '', location = '' } = units.find((unit) => unit.cu === cu) ?? {}
    return {
      unit: printable([`${typeOf(cu)} ${serialOf(cu)}`, description, location].filter(Boolean).join(' · ')),
      count: countText(lamps),
      places: byPlace(lamps)
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([place, placeLamps]) => ({
          place: printable(place || plantTexts.noPlace),
          count: countText(placeLamps),
          rows: placeLamps.map((row) => lampRow(row, wording)),
        })),
    }
  })
}

const factsOf = (content: PlantReportContent, { texts, language, clock, printable }: PlantReportTexts) =>
  [
    [texts.facts.owner, content.owner],
    [texts.columns.location, [content.address, countryName(content.country, language)].filter(Boolean).join(', ')],
    [texts.facts.unit, content.units.map(({ cu }) => serialOf(cu)).join(', ')],
    [texts.facts.made, clock.zoned(content.madeAt)],
  ].flatMap(([label = '', value = '']) => (value ? [[label, printable(value)]] : []))

const createPlantReportTexts = (
  timeZone: string,
  texts: ReportTexts,
  language: Language,
  printable: (text: string) => string,
): PlantReportTexts => {
  const dayIn = (dateStyle: 'short' | 'long') => {
    const format = new Intl.DateTimeFormat(localeOf(language), { timeZone, dateStyle })
    return (at: string) => format.format(new Date(at))
  }
  const day = { short: dayIn('short'), long: dayIn('long') }
  const number = new Intl.NumberFormat(localeOf(language))
  return { texts, language, number, printable, clock: createTimeFormats(language, timeZone), day }
}

/** The plant report in the reader's language, every text printable. */
const dataOf = (
  content: PlantReportContent,
  texts: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { timezone, plantname, madeAt, tests, counted: kinds } = content
  const wording = createPlantReportTexts(timezone, texts, language, printable)
  const { number, clock } = wording
  const plantTexts = texts.plantReport
  const defects = defectsOf(content, wording)
  const defectCount = content.figures.lamps.failed + content.openBefore + content.openRunning
  const unlistedText =
    otherFailuresText(
      {
        openBefore: content.openBefore - content.before.length,
        openRunning: content.openRunning - content.ofRunningTests.length,
      },
      wording,
    ) || pluralText(texts.verdict, 'failed', defectCount, language)
  const unlistedTests = kinds.functional + kinds.autonomy - tests.length
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${plantTexts.title} – ${plantname}`),
    heading: plantTexts.title,
    plant: printable(plantname),
    owner: printable(content.owner),
    period: periodText(content, wording),
    madeAt: clock.zoned(madeAt),
    verdict: verdictOf(content, wording),
    facts: factsOf(content, wording),
    figures: [
      [texts.summary.lamps, number.format(content.rows.length)],
      [plantTexts.openDefects, number.format(defectCount)],
      [plantTexts.functionalTests, number.format(kinds.functional)],
      [plantTexts.autonomyTests, number.format(kinds.autonomy)],
    ],
    notes: notesOf(content, wording),
    defects,
    tests: testRows(tests, wording),
    moreTests: unlistedTests > 0 ? pluralText(plantTexts, 'moreTests', unlistedTests, language) : '',
    units: unitsOf(content, wording),
    isEmpty: content.openBefore + content.openRunning === 0 && !isTested(content),
    words: {
      page: texts.page,
      responsible: texts.responsible,
      dateSignature: texts.dateSignature,
      openDefects: plantTexts.openDefects,
      noDefects: defectCount > 0 ? unlistedText : plantTexts.noDefects,
      testsTitle: plantTexts.testsTitle,
      allLamps: plantTexts.allLamps,
      legend: `✓ ${texts.outcomes.passed}   × ${texts.outcomes.failed}   ○ ${texts.outcomes.notExecuted}   – ${plantTexts.notTested}`,
      about: `${plantTexts.lastValid} ${plantTexts.mark}`,
      defectColumns: [
        texts.columns.lamp,
        texts.columns.location,
        texts.defects.defect,
        plantTexts.found,
        texts.defects.remedy,
        texts.bill.part,
      ],
      testColumns: [
        plantTexts.date,
        texts.facts.test,
        texts.facts.unit,
        texts.summary.passed,
        texts.summary.failed,
        texts.summary.notExecuted,
      ],
      lampColumns: [
        texts.columns.lamp,
        texts.columns.description,
        texts.kinds.functional,
        texts.kinds.autonomy,
        '',
        plantTexts.lasted,
      ],
    },
  }
}

/** Renders the PDF of a plant report, times in the plant's zone. */
export const renderPlantReport = pdfRenderer('plant-report.typ', dataOf, plantReportData)

/** The verdict in one sentence, and the days of the report. */
export const summaryOf = async (
  content: PlantReportContent,
  language: Language,
): Promise<{ verdict: string; period: string }> => {
  const wording = createPlantReportTexts(content.timezone, await loadReportTexts(language), language, (text) => text)
  return { verdict: verdictOf(content, wording).text, period: periodText(content, wording) }
}
