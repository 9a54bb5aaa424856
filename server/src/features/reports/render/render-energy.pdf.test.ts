import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EnergyAnswer, EnergySeries } from '@vigilux/contract/features/energy/energy.ts'
import { formatKwh, toEnergyRows } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { afterAll, expect, it } from 'vitest'
import { typstTypesetter } from '../../../adapters/typesetting/typst-typesetter.ts'
import { documentLanguages } from '../../../testing/depth.ts'
import { proofOfTests } from '../../../testing/document-proof.ts'
import { archivable, inspectPdf, rowsIn } from '../../../testing/inspect-pdf.ts'
import type { EnergyContent } from '../collect/collect-energy.ts'
import { loadReportTexts, localeOf } from '../report-texts.ts'
import { renderEnergy } from './render-energy.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-energy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** March 2026 in Rome: the sixth day with a gap, the seventh without a reading, the last two incomplete. */
const days = 31
const all = <T>(make: (day: number) => T): T[] => Array.from({ length: days }, (_, day) => make(day))
const startTimes = all((day) => new Date(Date.UTC(2026, 2, day + 1) - (day < 29 ? 1 : 2) * 3_600_000).toISOString())
const series: EnergySeries = {
  starts: startTimes,
  used: all((day) => (day === 6 || day > 28 ? null : 41_234.5 + day * 137.3)),
  missing: all((day) => ({ 5: 18, 6: 96 })[day] ?? 0),
  jumps: all((day) => (day === 5 ? 2 : 0)),
}
const total = { from: '2026-03-01', until: '2026-03-31', used: 1_210_431.2, litHours: 9_000, missing: 114 }
const before = { ...series, used: all((day) => 52_000 + day), missing: all(() => 0), jumps: all(() => 0) }
const counters = { jumps: 2, resets: 1 }
const factor = { country: 'IT', year: 2025, gPerKwh: 285, source: 'Ember', url: 'https://ember-energy.org/data' }
const scope = { kind: 'period', from: '2025-01-01', until: '2025-12-31' } as const
const answer: EnergyAnswer = {
  timezone: 'Europe/Rome',
  series,
  total: { ...total, ...counters },
  lastYear: {
    series: before,
    total: { ...total, from: '2025-03-01', until: '2025-03-31', used: 1_612_465, missing: 0, jumps: 0, resets: 0 },
  },
  baseline: all((day) => (day > 28 ? null : 60_000)),
  saving: {
    of: scope,
    baseline: 1_680_000,
    used: 1_210_431.2,
    saved: 469_568.8,
    percent: 27.95,
    days: 28,
    co2Kg: 133.827,
    factor,
    money: 125.63,
    meanPrice: 0.26754,
  },
  cost: {
    currency: 'EUR',
    amount: 318.4567,
    unknownWh: 20_431.2,
    rates: [{ name: '<F1> Tag', price: 2_840, used: 800_000, amount: 227.2 }],
  },
  lamps: { count: 48, ratedW: 1_920, unrated: 2 },
  now: null,
  since: '2025-01-01T00:00:00.000Z',
  setAside: 3,
}
const share = { missing: 0, days: [], saved: 12_000, percent: 12.3 }
const content: EnergyContent = {
  plantname: 'Szkoła Příliš Åse Ελλάδα 💡',
  address: 'Via Demo 1',
  country: 'IT',
  owner: '=Sanità <b>',
  timezone: 'Europe/Rome',
  proof: proofOfTests,
  zone: null,
  answer,
  asked: { period: 'month', date: '2026-03-12' },
  settings: {
    baseline: scope,
    tariffs: [{ from: '2026-01-01', until: null, rates: [] }],
    currency: 'EUR',
    factor,
    version: 3,
  },
  shares: {
    used: 1_210_431.2,
    shares: [
      { ...share, zone: { id: 'a', name: 'Korridor *1*' }, lamps: 30, used: 1_200_000 },
      { ...share, zone: null, lamps: 18, used: 10_431.2, missing: 114, saved: null, percent: null },
    ],
  },
  madeAt: new Date('2026-03-30T09:00:00Z'),
}

const normalize = (text: string) => text.replaceAll(/\s+/g, ' ')
const render = async (change: Partial<EnergyContent>, language: Language) => {
  const pdf = await renderEnergy({ ...content, ...change }, language, typstTypesetter(), new AbortController().signal)
  const path = join(folder, `${language}.pdf`)
  writeFileSync(path, pdf)
  const inspection = inspectPdf(path)
  expect(inspection).toMatchObject(archivable)
  const textOf = (order: string) => normalize(execFileSync('pdftotext', [order, path, '-']).toString())
  return { inspection, text: textOf('-layout'), inOrder: textOf('-raw') }
}

it.each(documentLanguages)(
  'the report in %s shows the numbers of the screen and missing readings',
  async (language) => {
    const { text, inOrder } = await render({}, language)
    const { energy: energyTexts } = await loadReportTexts(language)
    const number = (value: number, maximumFractionDigits: number) =>
      new Intl.NumberFormat(localeOf(language), { maximumFractionDigits }).format(value)
    const measure = (value: number, unit: string, decimals = 2) => `${number(value, decimals)} ${unit}`
    for (const wh of [1_210_431.2, 469_568.8, 1_612_465, 1_680_000, 20_431.2])
      expect(text).toContain(normalize(formatKwh(measure, wh)))
    for (const [figure, wh] of [
      [energyTexts.used, 1_210_431.2],
      [energyTexts.saved, 469_568.8],
      [energyTexts.lastYear, 1_612_465],
    ] as const)
      expect(inOrder).toContain(normalize(`${figure} ${formatKwh(measure, wh)}`))
    for (const { used, lastYear, missingHours } of toEnergyRows(answer)) {
      const cells = [used, lastYear].map((kwh) => (kwh === null ? '–' : number(kwh, 3)))
      expect(text).toContain(normalize(` ${cells.join(' ')} `))
      expect(missingHours === 0 || text.includes(normalize(number(missingHours, 3)))).toBe(true)
    }
    for (const expectedText of [
      energyTexts.title,
      energyTexts.plant,
      energyTexts.shares.none,
      energyTexts.about,
      energyTexts.shares.title,
      energyTexts.calculated,
    ])
      expect(text).toContain(normalize(expectedText))
    for (const expectedText of ['<F1> Tag', 'Korridor *1*', 'Ember', 'https://ember-energy.org/data', '285 g', '46'])
      expect(text).toContain(expectedText === '285 g' && language === 'no' ? '285 gram' : expectedText)
    // Two days, and the lamps without a zone; complete ones have no note.
    expect(text.split(` ${energyTexts.incompleteMark} `).length - 1).toBeGreaterThanOrEqual(3)
  },
)

it('unknown sums and savings without a baseline are left out', async () => {
  const emptySeries = { ...series, used: all(() => null), missing: all(() => 0), jumps: all(() => 0) }
  const empty = { ...total, used: null, missing: 0, jumps: 0, resets: 0 }
  const { text } = await render(
    {
      zone: 'Halls',
      shares: null,
      settings: { ...content.settings, baseline: null, tariffs: [], factor: null },
      answer: {
        ...answer,
        series: emptySeries,
        total: empty,
        baseline: all(() => null),
        saving: null,
        cost: null,
        since: null,
        lastYear: { series: emptySeries, total: empty },
      },
    },
    'en',
  )
  for (const expectedText of [
    'Halls',
    'No baseline is set.',
    'No tariff is entered.',
    'No factor is known for this country.',
  ])
    expect(text).toContain(expectedText)
  for (const expectedText of ['Saved –', '€', 'incomplete', 'Ember', ' 0 kWh']) expect(text).not.toContain(expectedText)
})

it('embedded data is in Wh', async () => {
  const { json, lines, relations } = rowsIn((await render({}, 'en')).inspection)
  expect(lines).toHaveLength(days + 1)
  expect(json.format).toBe('vigilux-energy-report-1')
  expect(json.rows[5]).toEqual({
    start: startTimes[5],
    used_wh: 41_921,
    year_before_wh: 52_005,
    baseline_wh: 60_000,
    missing_lamp_h: 4.5,
    jumps: 2,
  })
  expect(json.rows[6]).toMatchObject({ used_wh: null, missing_lamp_h: 24 })
  expect(relations.map(([name]) => name)).toEqual(['energy-report.csv', 'energy-report.json'])
})

it('hours of a day are shown as clock times', async () => {
  const { text } = await render({ asked: { period: 'day', date: '2026-03-12' } }, 'pl')
  expect(text).toMatch(/1 mar,? 00:00 41,235/)
})
