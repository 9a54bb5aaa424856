import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import {
  computeReportFigures,
  outcomeOf,
  overallPlantResult,
} from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { LastResult, ReportRow } from '@vigilux/contract/features/reports/plant-report.ts'
import type { languages } from '@vigilux/contract/kernel/primitives.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { typstTypesetter } from '../../../adapters/typesetting/typst-typesetter.ts'
import { documentLanguages } from '../../../testing/depth.ts'
import { proofOfTests } from '../../../testing/document-proof.ts'
import { archivable, inspectPdf, rowsIn } from '../../../testing/inspect-pdf.ts'
import type { PlantReportContent } from '../collect/collect-plant-report.ts'
import { loadReportTexts, pluralText } from '../report-texts.ts'
import { renderPlantReport } from './render-plant-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-plant-report-'))
afterAll(() => rmSync(folder, { recursive: true }))
const neverAborted = new AbortController().signal
const normalize = (text: string) => text.replaceAll(/\s+/g, ' ')

const last = (result: LastResult['result'], change: Partial<LastResult> = {}): LastResult => ({
  result,
  reason: result === 'failed' ? 'battery_duration' : null,
  measured_s: null,
  rated_min: null,
  at: '2026-05-12T23:30:00.000Z',
  clockWrong: false,
  ...change,
})
const rowOf = (lamp: number, change: Partial<ReportRow> = {}): ReportRow => {
  const row = {
    cu: 'logica_0A1B01',
    lamp,
    serial: `S${lamp}E`,
    description: `Corridoio ${lamp}`,
    location: `Piano ${lamp % 4}`,
    isFormer: false,
    functional: last('passed'),
    autonomy: last('passed', { measured_s: 4000, rated_min: 60 }),
    ...change,
  }
  return { ...row, outcome: outcomeOf(row.functional, row.autonomy) }
}
const battery = { code: '415.009', name: 'Pack', kind: 'battery', orderCode: 'BAT-9', batteryCode: null } as const
const test: TestRun = {
  id: 'a',
  cu: 'logica_0A1B01',
  kind: 'autonomy',
  trigger: 'automatic',
  state: 'finished',
  reason: null,
  requestedBy: null,
  requestedAt: '2026-05-12T22:30:00.000Z',
  startedAt: '2026-05-12T22:30:00.000Z',
  endedAt: null,
  expectedEndAt: null,
  total: 3,
  passed: 2,
  failed: 1,
  notExecuted: 0,
  commandId: null,
  clockWrong: false,
}

const contentOf = (rows: ReportRow[], change: Partial<PlantReportContent> = {}): PlantReportContent => ({
  plantname: 'Szkoła Příliš Åse Ελλάδα 💡',
  address: 'Via Sant’Ambrogio 12, 31100 Treviso (TV)',
  country: 'IT',
  owner: 'Demo Sanità <script>',
  timezone: 'Europe/Rome',
  proof: proofOfTests,
  period: 'lastYear',
  devicesType: 'all',
  outcome: null,
  search: '',
  rows,
  figures: computeReportFigures(rows),
  result: overallPlantResult(rows, [], 0),
  before: [],
  openBefore: 0,
  ofRunningTests: [],
  openRunning: 0,
  now: { inhibited: 0, onBattery: 0, notReporting: 0, unitsOffline: 0 },
  running: 0,
  counted: { functional: 12, autonomy: 1 },
  from: '2025-05-30T22:00:00.000Z',
  until: '2026-05-31T10:00:00.000Z',
  madeAt: new Date('2026-05-31T10:00:02Z'),
  units: [
    {
      cu: 'logica_0A1B01',
      description: 'Quadro Q1',
      location: '',
      connected: true,
      lamps: 3,
      functional: 'pass',
      autonomy: 'pass',
    },
  ],
  parts: new Map([['S2E', { ...battery, drawing: 'battery', dimensions: null }]]),
  tests: [test],
  ...change,
})

const render = async (content: PlantReportContent, language: (typeof languages)[number]) => {
  const pdf = await renderPlantReport(content, language, typstTypesetter(), neverAborted)
  const path = join(folder, `${language}.pdf`)
  writeFileSync(path, pdf)
  const inspection = inspectPdf(path)
  expect(inspection).toMatchObject(archivable)
  const text = (...pages: string[]) => execFileSync('pdftotext', ['-layout', ...pages, path, '-'], { encoding: 'utf8' })
  return { pdf, path, inspection, text: text(), first: text('-l', '1') }
}

const failed = rowOf(2, { autonomy: last('failed', { measured_s: 1200, rated_min: 60 }) })
const untested = rowOf(3, { functional: null, autonomy: null })

describe('printed plant report', () => {
  it.each(documentLanguages)('in %s is valid PDF/A with verdict, signature and defects first', async (language) => {
    const { text, first } = await render(contentOf([rowOf(1), failed, untested], { running: 1 }), language)
    const { responsible, plantReport, remedies, verdict, reasons } = await loadReportTexts(language)
    const pageText = normalize(first)
    const verdictText = verdict.failed_one.replace('{count}', '1')
    for (const expectedText of [
      responsible,
      plantReport.title,
      plantReport.openDefects,
      plantReport.periods.lastYear,
      verdictText,
    ])
      expect(pageText).toContain(expectedText)
    expect(pageText.indexOf(verdictText)).toBeLessThan(pageText.indexOf(plantReport.openDefects))
    const [firstWord = ''] = remedies.battery_duration.split(' ')
    expect(pageText).toContain(firstWord)
    expect(pageText).toContain('BAT-9')
    expect(normalize(text).toLocaleLowerCase()).toContain(reasons.battery_duration.split(' ')[0]?.toLocaleLowerCase())
    expect(normalize(text)).toContain(plantReport.allLamps)
  })

  it('marks a lamp that left the plant', async () => {
    const { text } = await render(contentOf([rowOf(1), rowOf(2, { isFormer: true })]), 'en')
    expect(normalize(text)).toContain('Corridoio 2 · No longer in the ')
  })

  it('shows a period of one day as one date', async () => {
    const oneDay = { period: 'lastTest', from: '2026-05-30T22:00:00.000Z' } as const
    const { first } = await render(contentOf([rowOf(1)], oneDay), 'en')
    expect(normalize(first)).toContain('Last test: 31 May 2026 ')
    expect(normalize(first)).not.toContain('31 May 2026 to')
  })

  it('lists every filtered lamp by unit and floor with repeated headings', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => rowOf(at + 1))
    const { text, path } = await render(contentOf(rows), 'en')
    for (const lamp of [1, 77, 200])
      expect(text).toMatch(new RegExp(`^ *${String(lamp).padStart(4, '0')} +Corridoio ${lamp} `, 'm'))
    const pages = Number(/Pages: +(\d+)/.exec(execFileSync('pdfinfo', [path], { encoding: 'utf8' }))?.[1])
    expect(pages).toBeGreaterThan(4)
    const lampPages = text.split('\f').slice(1, pages)
    expect(lampPages.filter((page) => !/^ *No\. +Description +Functional test/m.test(page))).toEqual([])
    expect(lampPages.filter((page) => !/Piano \d +logica 0A1B01/.test(page))).toEqual([])
    expect(text).toContain(`Page 1 of ${pages}`)
    expect(text).toContain(`Page ${pages} of ${pages}`)
    expect(text).toMatch(/CEST|GMT\+2/)
    // 23:30 in UTC is the next day in the plant.
    expect(text).toContain('13/05/2026')
    expect(normalize(text)).toContain('31 May 2025 to 31 May 2026')
  })

  it.each(documentLanguages)('begins in %s with present problems even if all tests passed', async (language) => {
    const now = { inhibited: 112, onBattery: 0, notReporting: 1, unitsOffline: 0 }
    const { first } = await render(contentOf([rowOf(1)], { now }), language)
    const { present: presentTexts } = (await loadReportTexts(language)).plantReport
    expect(normalize(first)).toContain(`${pluralText(presentTexts, 'inhibited', 112, language)}, `)
    expect(normalize(first)).not.toContain('✓ 112')
  })

  it('lists its filters and running tests', async () => {
    const content = contentOf([failed], { running: 2, search: 'Treppe', outcome: 'failed', devicesType: 'emergency' })
    const pageText = normalize((await render(content, 'en')).first)
    for (const note of [
      '2 tests are still running and are not counted.',
      '“Treppe”',
      'of this kind are listed: Failed',
      'only the emergency lamps',
    ])
      expect(pageText).toContain(note)
    expect(pageText).toContain('12 earlier tests are not listed.')
  })

  it.each(documentLanguages)('puts in %s tests of a single lamp into one row', async (language) => {
    const single = (at: string, failedLamps: number): TestRun => ({
      ...test,
      kind: 'functional',
      trigger: 'user',
      total: 1,
      passed: 1 - failedLamps,
      failed: failedLamps,
      requestedAt: at,
      startedAt: at,
    })
    const tests = [test, single('2026-05-20T10:00:00.000Z', 1), single('2026-04-02T10:00:00.000Z', 0)]
    const { plantReport } = await loadReportTexts(language)
    // The end of a long text is in the row's second line.
    const begin = ` ${pluralText(plantReport, 'singleLamp', 2, language).split(' ').slice(0, 2).join(' ')} `
    expect(normalize((await render(contentOf([rowOf(1)], { tests }), language)).text)).toContain(begin)
    const { text } = await render(contentOf([rowOf(1)], { tests: tests.slice(0, 2) }), language)
    expect(normalize(text)).not.toContain(pluralText(plantReport, 'singleLamp', 1, language))
  })

  it.each(documentLanguages)('lists in %s failures from before the period', async (language) => {
    const content = contentOf([rowOf(1)], {
      before: [{ ...failed, functional: null, outcome: 'failed' }],
      openBefore: 1,
    })
    const { first } = await render(content, language)
    const { plantReport } = await loadReportTexts(language)
    const pageText = normalize(first)
    for (const expectedText of [`× ${plantReport.openBefore_one.replace('{count}', '1')}`, '0A1B01 · 0002'])
      expect(pageText).toContain(normalize(expectedText))
    expect(pageText).not.toContain(normalize(plantReport.noDefects))
  })

  it.each([
    ['a passed test', [rowOf(1)], 'No. Description'],
    ['no test at all', [], 'No test between'],
  ])('of the last test counts earlier failures next to %s', async (_, rows, expectedNote) => {
    const running = await render(contentOf(rows, { period: 'lastTest', openRunning: 1 }), 'en')
    expect(normalize(running.text)).toContain(normalize('1 lamp failed in a test that is still running'))
    expect(normalize(running.text)).not.toContain('still failing from earlier tests')
    const { text } = await render(contentOf(rows, { period: 'lastTest', openBefore: 2 }), 'en')
    for (const expectedText of ['2 lamps still failing from earlier tests', expectedNote])
      expect(normalize(text)).toContain(normalize(expectedText))
    expect(normalize(text)).not.toContain('No open defects')
  })

  it('with an empty filter result has the verdict of the plant', async () => {
    const { failed: _, ...tallyOfNone } = computeReportFigures([rowOf(1)]).lamps
    const figures = { ...computeReportFigures([rowOf(1)]), lamps: { ...tallyOfNone, failed: 3 } }
    const { text } = await render({ ...contentOf([], { search: 'zzz' }), figures }, 'en')
    expect(normalize(text)).toContain('3 lamps failed')
    for (const wrongText of ['No test between', 'No open defects']) expect(normalize(text)).not.toContain(wrongText)
  })

  it.each(documentLanguages)('reports in %s an untested plant without empty tables', async (language) => {
    const emptyContent = contentOf([untested], { tests: [], counted: { functional: 0, autonomy: 0 } })
    const { text } = await render(emptyContent, language)
    const { plantReport } = await loadReportTexts(language)
    expect(normalize(text)).toContain(plantReport.nothing.split('{from}')[0]?.trim())
    expect(normalize(text)).not.toContain(plantReport.allLamps)
    expect(text).not.toContain(`${plantReport.openDefects}\n`)
    expect(text.split('\f').filter((page) => page.trim() !== '')).toHaveLength(1)
  })

  it('shows unsupported characters by name, wraps long text and escapes markup', async () => {
    const names = [
      'Łazienka ěščřžýáíé',
      'Ωμέγα Ελλάδα',
      'Tür 🚪',
      'Eingang\ufeff Nord',
      'מסדרון',
      '#panic("x") *bold* $x$',
      'W'.repeat(10_000),
    ]
    const { text, pdf } = await render(contentOf(names.map((description, at) => rowOf(at + 1, { description }))), 'pl')
    for (const expectedText of ['Łazienka ěščřžýáíé', 'Ωμέγα', '[U+1F6AA]', '[U+05DE]', 'Eingang Nord', '#panic("x")'])
      expect(text).toContain(expectedText)
    expect((text.match(/W/g) ?? []).length).toBeGreaterThan(9_999)
    expect(pdf.length).toBeGreaterThan(0)
  })

  it('with 992 lamps takes less than a minute', async () => {
    const rows = Array.from({ length: 992 }, (_, at) => (at % 50 === 0 ? { ...failed, lamp: at + 1 } : rowOf(at + 1)))
    const startedAt = performance.now()
    const { text } = await render(contentOf(rows, { tests: Array.from({ length: 60 }, () => test) }), 'it')
    const tookS = (performance.now() - startedAt) / 1000
    expect(tookS).toBeLessThan(60)
    expect(text).toContain('0992')
  })
})

it('embedded data contains every lamp and the figures', async () => {
  const content = contentOf([rowOf(1), failed, untested])
  const { lines, json, relations } = rowsIn((await render(content, 'de')).inspection)
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('outcome,functional_result,functional_at (Europe/Rome),functional_reason,autonomy_result')
  expect(json.rows.map(({ outcome }) => outcome)).toEqual(content.rows.map(({ outcome }) => outcome))
  expect(json.rows[1]).toMatchObject({ autonomy_result: 'failed', autonomy_measured_s: 1200, autonomy_rated_min: 60 })
  expect(json).toMatchObject({ format: 'vigilux-plant-report-1', figures: content.figures, result: content.result })
  expect(relations).toEqual([
    ['plant-report.csv', '/text/csv', '/Data', true],
    ['plant-report.json', '/application/json', '/Data', true],
  ])
})
