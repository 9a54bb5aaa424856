import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { typstTypesetter } from '../../../adapters/typesetting/typst-typesetter.ts'
import { documentLanguages } from '../../../testing/depth.ts'
import { proofOfTests } from '../../../testing/document-proof.ts'
import { archivable, inspectPdf, rowsIn, wordsOf } from '../../../testing/inspect-pdf.ts'
import type { TestReportContent } from '../collect/collect-test-report.ts'
import { renderTestReport } from './render-test-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-report-'))
afterAll(() => rmSync(folder, { recursive: true }))
const neverAborted = new AbortController().signal

const contentOf = (rows: number, description = 'Corridoio nord, porta 212'): TestReportContent => ({
  plantname: 'Szkoła Příliš Åse Ελλάδα 💡',
  address: 'Via Sant’Ambrogio 12, 31100 Treviso (TV)',
  country: 'IT',
  owner: 'Demo Sanità <script>',
  timezone: 'Europe/Rome',
  proof: proofOfTests,
  test: {
    id: '7f9f0f6e-98a5-4b07-8a0f-3a1c7a0b8b10',
    cu: 'logica_0A1B01',
    kind: 'functional',
    trigger: 'user',
    state: 'finished',
    reason: null,
    requestedBy: 'Demo Installer',
    requestedAt: '2026-03-29T00:30:00.000Z',
    startedAt: '2026-03-29T00:30:01.000Z',
    endedAt: '2026-03-29T01:10:00.000Z',
    expectedEndAt: null,
    total: rows,
    passed: rows - 1,
    failed: 1,
    notExecuted: 0,
    commandId: null,
    clockWrong: false,
  },
  results: Array.from({ length: rows }, (_, index) => ({
    cu: 'logica_0A1B01',
    lamp: index + 1,
    serial: 'A1B2C3',
    description,
    location: 'Piano 2',
    result: index === 0 ? ('failed' as const) : ('passed' as const),
    reason: index === 0 ? ('lamp_failure' as const) : null,
    measured_s: null,
    rated_min: null,
    at: '2026-03-29T01:05:00.000Z',
    clockWrong: false,
  })),
  unitName: 'Logica 0A1B01',
  mended: new Set(),
  resultFilter: null,
  devicesType: 'all',
  madeAt: new Date('2026-03-29T08:00:00Z'),
})

const loadTexts = (language: string) =>
  JSON.parse(readFileSync(new URL(`../locales/${language}.json`, import.meta.url), 'utf8')) as {
    page: string
    clockWrong: string
    onlyDevices: Record<string, string>
    results: string
    remedies: Record<string, string>
    defects: { title: string; none: string; mended: string }
  }
const normalize = (text: string) => text.replaceAll(/\s+/g, ' ')

const render = async (content: TestReportContent, language: (typeof languages)[number]) => {
  const pdf = await renderTestReport(content, language, typstTypesetter(), neverAborted)
  const path = join(folder, `${language}.pdf`)
  writeFileSync(path, pdf)
  const inspection = inspectPdf(path)
  expect(inspection).toMatchObject(archivable)
  return { pdf, path, inspection, text: execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }) }
}

describe('printed test report', () => {
  it.each(documentLanguages)('warns in %s about times of a wrong unit clock', async (language) => {
    const passedContent = contentOf(1)
    const { clockWrong } = loadTexts(language)
    expect(normalize((await render(passedContent, language)).text)).not.toContain(clockWrong)
    const clockWrongContent = { ...passedContent, test: { ...passedContent.test, clockWrong: true } }
    expect(normalize((await render(clockWrongContent, language)).text)).toContain(clockWrong)
  })

  it('is valid tagged PDF/A-3a with every row, page numbers and plant time', async () => {
    const { text } = await render(contentOf(60), 'en')
    expect(text).toContain('Page 1 of 4')
    expect(text).toContain('Page 4 of 4')
    expect(text.match(/A1B2C3/g)).toHaveLength(60)
    expect(text).toContain('Failed: lamp does not light')
    expect(text).toMatch(/CEST|GMT\+2/)
  })

  it('says when nobody is responsible', async () => {
    const { text } = await render({ ...contentOf(1), proof: { ...proofOfTests, responsible: null } }, 'en')
    expect(text).toContain('Nobody is named as responsible')
  })

  it('shows plant times, the zone and the responsible person on every page', async () => {
    const { text } = await render({ ...contentOf(60), timezone: 'America/St_Johns' }, 'en')
    const pages = text.split('\f').filter((page) => page.trim() !== '')
    expect(pages.filter((page) => page.includes('Time of the plant, America/St_Johns'))).toEqual(pages)
    expect(pages.filter((page) => page.includes('Responsible: Ing. Anna Ferri'))).toEqual(pages)
    expect(text).toContain('Made 29 March 2026 at 05:30 GMT-2:30')
  })

  // The longest zone of the list, and the longest possible one from a unit or another server.
  const longestZone = Intl.supportedValuesOf('timeZone').reduce((a, b) => (b.length > a.length ? b : a))
  it.each(
    languages.flatMap((language) => [longestZone, 'America/Argentina/ComodRivadavia'].map((zone) => [language, zone])),
  )('keeps each footer line on one line in %s with zone %s', async (language, timezone) => {
    const stamp = proofOfTests.timeStamp && {
      ...proofOfTests.timeStamp,
      authority: 'Time Stamping Authority '.repeat(5),
    }
    const content = { ...contentOf(1), timezone, proof: { ...proofOfTests, timeStamp: stamp } }
    const { path } = await render(content, language as (typeof languages)[number])
    const all = wordsOf(path)
    const pageNumber = all.find(({ top, text }) => top > 750 && text === loadTexts(language).page.split(' ')[0])
    const lineOf = (label: string) => {
      const { top = 0 } = all.findLast(({ text }) => text.includes(label)) ?? {}
      return all.filter((one) => Math.abs(one.top - top) < 1 && one.left < (pageNumber?.left ?? 0))
    }
    const lines = ['7f3a91c45e08d27b', 'Stamping', 'vigilux.test', timezone].map(lineOf)
    expect(lines.map((line) => line.at(-1)?.text)).toEqual([
      proofOfTests.hash,
      'Authority',
      proofOfTests.plantId,
      'Vigilux',
    ])
    const proofLine = lines.at(-1) ?? []
    // Words of 7.5 pt are 9 pt high.
    expect(Math.min(...proofLine.map(({ top, bottom }) => bottom - top))).toBeGreaterThan(7)
    expect(Math.max(...lines.flat().map(({ right }) => right))).toBeLessThan(pageNumber?.left ?? 0)
  })

  it('shows unsupported characters by name and escapes markup', async () => {
    const { text } = await render(contentOf(1, '#panic("x") *bold* $x$ 🚪'), 'pl')
    expect(text).toContain('Szkoła Příliš Åse Ελλάδα [U+1F4A1]')
    expect(text).toContain('<script>')
    expect(text).toMatch(/#panic\("x"\)/)
    expect(text).toContain('[U+1F6AA]')
  })

  it.each(documentLanguages)('is in the language of the reader: %s', async (language) => {
    const { text } = await render(contentOf(1), language)
    const texts = (await import(`../locales/${language}.json`)) as { default: { summary: { failed: string } } }
    expect(text).toContain(texts.default.summary.failed)
  })

  it.each([
    ['unit_removed', 'Stopped: unit removed or replaced'],
    ['stopped_by_user', 'Stopped'],
  ])('shows the reason of a stopped test unless by a person: %s', async (reason, expectedText) => {
    const content = contentOf(1)
    const { text } = await render({ ...content, test: { ...content.test, state: 'stopped', reason } }, 'en')
    expect(text).toMatch(new RegExp(`State +${expectedText}$`, 'm'))
  })

  it.each(documentLanguages)('shows in %s which devices it is limited to', async (language) => {
    const { onlyDevices } = loadTexts(language)
    for (const devicesType of ['emergency', 'lighting', 'other'] as const) {
      const { text } = await render({ ...contentOf(1), devicesType }, language)
      expect(normalize(text)).toContain(onlyDevices[devicesType] ?? '–')
    }
    expect(normalize((await render(contentOf(1), language)).text)).not.toContain(onlyDevices.emergency)
  })

  it.each([
    [30, null, '30 s'],
    [59 * 60 + 59, 60, '59 min of 60 min'],
    [3 * 3600, 180, '3 h of 3 h'],
    [5400, 90, '90 min of 90 min'],
  ])('shows %i s of %s min like the screens: %s', async (measured_s, rated_min, expectedText) => {
    const content = contentOf(2)
    const results = content.results.map((row) => ({ ...row, measured_s, rated_min }))
    expect(normalize((await render({ ...content, results }, 'en')).text)).toContain(`Passed (${expectedText})`)
  })

  it.each([
    [{ passed: 856, failed: 0, notExecuted: 0 }, 'Passed'],
    [{ passed: 855, failed: 0, notExecuted: 1 }, 'Passed, 1 not executed'],
    [{ passed: 851, failed: 4, notExecuted: 1 }, '4 lamps failed, 1 not executed'],
    [{ passed: 0, failed: 0, notExecuted: 856 }, 'Not executed'],
  ])('starts with its verdict: %j', async (figures, verdict) => {
    const content = contentOf(1)
    const { text } = await render({ ...content, test: { ...content.test, total: 856, ...figures } }, 'en')
    expect(text).toMatch(new RegExp(`^\\s*[✓×○] ${verdict}$`, 'm'))
  })

  it.each(documentLanguages)('lists in %s open defects with remedies before all lamps', async (language) => {
    const { defects, results, remedies } = loadTexts(language)
    const { text } = await render(contentOf(2), language)
    expect(text.indexOf(defects.title)).toBeGreaterThan(-1)
    expect(text.indexOf(defects.title)).toBeLessThan(text.indexOf(results))
    expect(normalize(text)).toContain('0001')
    const [firstWord = ''] = (remedies.lamp_failure ?? '').split(' ')
    expect(text.indexOf(firstWord)).toBeLessThan(text.indexOf(results))
    const repairedText = normalize((await render({ ...contentOf(2), mended: new Set(['A1B2C3']) }, language)).text)
    expect(repairedText).toContain(defects.none)
    expect(repairedText).toContain(defects.mended)
  })

  it.each([
    ['en', 'Italy'],
    ['de', 'Italien'],
    ['pl', 'Włochy'],
  ] as const)('shows the unit, and the country in the language of the reader: %s', async (language, country) => {
    const text = normalize((await render(contentOf(1), language)).text)
    expect(text).toContain(`31100 Treviso (TV), ${country}`)
    expect(text).toContain('Logica 0A1B01')
  })

  it('reports an empty list', async () => {
    const { text } = await render({ ...contentOf(1), results: [] }, 'en')
    expect(text).toContain('No results.')
  })
})

it('embedded data contains every row as codes and plant times', async () => {
  const content = contentOf(60)
  const { inspection } = await render(content, 'de')
  const { lines, json, relations } = rowsIn(inspection)
  expect(lines).toHaveLength(61)
  expect(lines[1]).toMatch(
    /^logica_0A1B01,1,A1B2C3,.*,Piano 2,failed,lamp_failure,,,2026-03-29T03:05:00\+02:00,false,false$/,
  )
  expect(json).toMatchObject({
    format: 'vigilux-test-report-1',
    test: { kind: content.test.kind, total: content.test.total },
  })
  expect(json.rows).toEqual(content.results.map(({ cu, ...row }) => ({ unit: cu, ...row, mended: false })))
  expect(relations).toEqual([
    ['test-report.csv', '/text/csv', '/Data', true],
    ['test-report.json', '/application/json', '/Data', true],
  ])
})
