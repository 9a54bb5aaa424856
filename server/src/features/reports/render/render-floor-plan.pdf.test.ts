import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { paperSizeNames, paperSizesMm } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { type Condition, conditions } from '@vigilux/contract/features/plants/conditions.ts'
import type { languages } from '@vigilux/contract/kernel/primitives.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { childDrawings } from '../../../adapters/pictures/child-drawings.ts'
import { typstTypesetter } from '../../../adapters/typesetting/typst-typesetter.ts'
import { documentLanguages } from '../../../testing/depth.ts'
import { proofOfTests } from '../../../testing/document-proof.ts'
import { archivable, inspectPdf } from '../../../testing/inspect-pdf.ts'
import type { FloorPlanContent } from '../collect/collect-floor-plan.ts'
import { renderFloorPlan } from './render-floor-plan.ts'

const folder = process.env.KEEP_PDF ?? mkdtempSync(join(tmpdir(), 'vigilux-floor-plan-'))
afterAll(() => process.env.KEEP_PDF ?? rmSync(folder, { recursive: true }))

const neverAborted = new AbortController().signal
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#fff"/>
  <path d="M20 20H1180V780H20ZM20 320H1180M400 320V780" fill="none" stroke="#555" stroke-width="4"/></svg>`
const drawPlan = async () => {
  const plan = await childDrawings().draw(Buffer.from(drawing), { page: null, layers: null }, neverAborted)
  if (typeof plan === 'string') throw new Error(plan)
  return plan
}
const planPage = drawPlan()

const lampOf = (id: number, condition: Condition): Lamp =>
  ({
    cu: 'logica_0A1B01',
    id,
    serial: `A1B2C${id}`,
    type: (['emergency', 'lighting', 'sensor'] as const)[id % 3],
    description: `Corridoio <nord> & porta ${id}`,
    location: 'Piano 2',
    condition,
  }) as Lamp
const contentOf = async (overrides: Partial<FloorPlanContent> = {}, count = 9): Promise<FloorPlanContent> => {
  const { width, height, large } = await planPage
  return {
    plantname: 'Szkoła Příliš Åse',
    owner: 'Demo Sanità',
    timezone: 'Europe/Rome',
    proof: proofOfTests,
    paper: 'a4',
    madeAt: new Date('2026-03-29T08:00:00Z'),
    picture: large,
    plan: { id: '7f9f0f6e-98a5-4b07-8a0f-3a1c7a0b8b10', name: 'Piano #2', width, height, longSideM: 60 },
    lamps: Array.from({ length: count }, (_, n) => ({
      lamp: lampOf(n + 1, conditions[n % conditions.length] ?? 'ok'),
      isExitSign: false,
      x: 0.1 + 0.8 * ((n % 10) / 9),
      y: 0.1 + 0.8 * (Math.floor(n / 10) / 6),
    })),
    units: [],
    ...overrides,
  }
}
const unitOf = (cu_id: string, cu_type: string, change: object = {}) =>
  ({
    cu_id,
    cu_type,
    type_name: cu_type === 'logica' ? 'Logica' : cu_type,
    description: `Quadro ${cu_id}`,
    cu_location: 'Locale UTA',
    connection: 'connected',
    errors: [],
    warnings: [],
    findings: [],
    on_battery: false,
    enabled: true,
    lamps: { in_error: 0, on_battery: 0, inhibited: 0 },
    inhibition: null,
    unknown_life_since: null,
    ...change,
  }) as unknown as CentralUnit
const render = async (content: FloorPlanContent, language: (typeof languages)[number]) => {
  const path = join(folder, `${language}-${content.paper}-${content.lamps.length}.pdf`)
  writeFileSync(path, await renderFloorPlan(content, language, typstTypesetter(), neverAborted))
  const inspection = inspectPdf(path)
  expect(inspection).toMatchObject(archivable)
  return { path, text: execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8' }) }
}
const normalize = (text: string) => text.replaceAll(/[\s\u200b\u00a0\u202f]+/g, '')
type Words = {
  title: string
  scale: string
  noScale: string
  legend: string
  shape: Record<string, string>
  condition: Record<string, string>
}
const loadTexts = (language: string) =>
  (
    JSON.parse(readFileSync(new URL(`../locales/${language}.json`, import.meta.url), 'utf8')) as {
      floorPlan: Words
    }
  ).floorPlan

describe('printed floor plan', () => {
  it.each(documentLanguages)('shows in %s every lamp with its state, legend, date and scale', async (language) => {
    const { text, path } = await render(await contentOf(), language)
    const pageText = loadTexts(language)
    const ofLamps = conditions.map((condition) => pageText.condition[condition] ?? '')
    const expectedTexts = [
      pageText.title,
      pageText.scale,
      pageText.legend,
      ...Object.values(pageText.shape),
      ...ofLamps,
    ]
    for (const expectedText of [...expectedTexts, 'Piano #2', '2026'])
      expect(normalize(text)).toContain(normalize(expectedText))
    const lines = execFileSync('pdftotext', ['-raw', '-l', '1', path, '-'], { encoding: 'utf8' }).split('\n')
    for (const expectedText of [...Object.values(pageText.shape), ...ofLamps])
      expect(
        lines.some((line) => normalize(line).includes(normalize(expectedText))),
        `${expectedText} on one line of the legend`,
      ).toBe(true)
    expect(text).toMatch(/1 : \d/)
    for (let id = 1; id <= 9; id++) {
      expect(text).toContain(`000${id}`)
      expect(normalize(text)).toContain(normalize(`Corridoio <nord> & porta ${id}`))
    }
  })

  it.each(paperSizeNames)('has the size %s with the marked drawing on the first page', async (paper) => {
    const { path } = await render(await contentOf({ paper }, 60), 'en')
    const [short, longSide] = paperSizesMm[paper].map((mm) => Math.round((mm / 25.4) * 72))
    const size = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(execFileSync('pdfinfo', [path], { encoding: 'utf8' }))
    expect([Math.round(Number(size?.[1])), Math.round(Number(size?.[2]))].sort((a, b) => a - b)).toEqual([
      short,
      longSide,
    ])
    const first = execFileSync('pdftotext', ['-raw', '-l', '1', path, '-'], { encoding: 'utf8' })
    expect(first).toContain('Legend')
    // The number is beside its mark, not only in the list on the following pages.
    expect(first).toContain('0001')
    expect(first).not.toContain('A1B2C1')
  })

  it('shows the scale of the drawing on the paper', async () => {
    const ratioOn = async (paper: FloorPlanContent['paper']) =>
      Number(/1 : ([\d,]+)/.exec((await render(await contentOf({ paper }), 'en')).text)?.[1]?.replace(',', ''))
    // 60 m across the printable width of A3, or the remaining height, whichever is smaller.
    expect(await ratioOn('a3')).toBe(Math.round(60_000 / Math.min(420 - 32, (297 - 112) * 1.5)))
    expect(await ratioOn('a4')).toBeGreaterThan(await ratioOn('a3'))
  })

  it('shows units and gateways like lamps, with state and legend count', async () => {
    const { text, path } = await render(
      await contentOf(
        {
          units: [
            { unit: unitOf('0A1B01', 'logica'), isGateway: false, x: 0.5, y: 0.9 },
            { unit: unitOf('0A1B02', 'gateway', { connection: 'notAcquired' }), isGateway: true, x: 0.7, y: 0.9 },
            { unit: unitOf('0A1B03', 'logica', { enabled: false }), isGateway: false, x: 0.2, y: 0.9 },
          ],
        },
        2,
      ),
      'en',
    )
    expect(text).toContain('Not enrolled: 1')
    expect(text).toContain('Disabled: 1')
    const rows = normalize(text)
    for (const row of [
      '0A1B01·Logica0A1B01CentralunitOKQuadro0A1B01LocaleUTA',
      '0A1B02·gateway0A1B02BluetoothgatewayNotenrolledQuadro0A1B02LocaleUTA',
    ])
      expect(rows).toContain(row)
    const first = execFileSync('pdftotext', ['-raw', '-l', '1', path, '-'], { encoding: 'utf8' })
    for (const expectedText of ['0A1B01', '0A1B02', '0A1B03']) expect(first).toContain(expectedText)
  })

  it('shows an exit sign under its name', async () => {
    const lamps = [{ lamp: lampOf(3, 'ok'), isExitSign: true, x: 0.5, y: 0.5 }]
    const { text } = await render(await contentOf({ lamps }), 'en')
    expect(normalize(text)).toContain(normalize('A1B2C3 Exit sign OK'))
  })

  it('reports a missing scale and an empty plan', async () => {
    const content = await contentOf({ lamps: [] })
    const { text } = await render({ ...content, plan: { ...content.plan, longSideM: null } }, 'en')
    expect(text).toContain('not set')
    expect(text).toContain('No devices are placed on this plan.')
    expect(text).not.toContain('1 :')
  })
})
