import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checklistItems, type Handover, type InstalledLamp } from '@vigilux/contract/features/handover/handover.ts'
import type { languages } from '@vigilux/contract/kernel/primitives.ts'
import jsqr from 'jsqr'
import { afterAll, describe, expect, it } from 'vitest'
import { typstTypesetter } from '../../../adapters/typesetting/typst-typesetter.ts'
import { documentLanguages } from '../../../testing/depth.ts'
import { proofOfTests } from '../../../testing/document-proof.ts'
import { archivable, inspectPdf, rowsIn } from '../../../testing/inspect-pdf.ts'
import type { HandoverContent } from '../collect/collect-handover.ts'
import { renderHandover } from './render-handover.ts'
import { qrText } from './render-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-handover-'))
afterAll(() => rmSync(folder, { recursive: true }))

const lamp = (addr: number): InstalledLamp => ({
  cu: 'logica_0A1B01',
  addr,
  serial: `A1B2C${addr}`,
  name: 'Corridoio nord',
  place: 'Piano 2',
  ratedMin: 60,
  test: { result: 'passed', at: '2026-03-01T09:00:00.000Z', measuredS: 3600 },
})
const point = { point: 'Scala A', lux: 1.4, requiredLux: 1, instrument: 'L-100 no. 7', on: '2026-03-01' }
const contentOf = (overrides: Partial<Handover> = {}, lamps = 2): HandoverContent => ({
  plantname: 'Szkoła Příliš Åse',
  address: 'Via Demo 1',
  country: 'IT',
  owner: 'Demo Sanità',
  timezone: 'Europe/Rome',
  proof: proofOfTests,
  lamps: Array.from({ length: lamps }, (_, n) => lamp(n + 1)),
  madeAt: new Date('2026-03-29T08:00:00Z'),
  handover: {
    id: '7f9f0f6e-98a5-4b07-8a0f-3a1c7a0b8b10',
    no: 3,
    kind: 'initial',
    state: 'signed',
    version: 2,
    begunAt: '2026-03-01T09:00:00.000Z',
    begunBy: 'Marta Rinaldi',
    signatures: [
      { side: 'installer', name: 'Marta Rinaldi', at: '2026-03-02T09:00:00.000Z' },
      { side: 'owner', name: 'Paolo Zanatta', at: '2026-03-02T10:00:00.000Z' },
    ],
    draft: {
      answers: Object.fromEntries(checklistItems.map((item) => [item, { answer: 'yes' as const, note: '' }])),
      measurements: [point],
      remarks: 'First line #panic("x")\nSecond line',
    },
    units: [
      {
        cu: 'logica_0A1B01',
        name: 'Main',
        place: '',
        devices: 3,
        emergency: lamps,
        passed: lamps,
        failed: 0,
        untested: 0,
      },
    ],
    rated: [{ minutes: 60, count: lamps }],
    lamps,
    passed: lamps,
    failed: { count: 0, lamps: [] },
    untested: { count: 0, lamps: [] },
    verdict: 'met',
    missing: [],
    defects: [],
    digest: 'ab'.repeat(32),
    ...overrides,
  },
})
const loadTexts = (language: string) =>
  (JSON.parse(readFileSync(new URL(`../locales/${language}.json`, import.meta.url), 'utf8')) as { handover: Words })
    .handover
type Words = {
  notDone: string
  verdict: { met: string }
  kind: { initial: string }
  missing: Record<string, string>
  item: Record<string, string>
}
/** Without white space and without break opportunities in long words. */
const normalize = (text: string) => text.replaceAll(/[\s\u200b]+/g, '')

const render = async (content: HandoverContent, language: (typeof languages)[number]) => {
  const pdf = await renderHandover(content, language, typstTypesetter(), new AbortController().signal)
  const path = join(folder, `${language}.pdf`)
  writeFileSync(path, pdf)
  const inspection = inspectPdf(path)
  expect(inspection).toMatchObject(archivable)
  return { pdf, path, inspection, text: execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8' }) }
}

/** The content of the QR code on a page, read from its picture. */
const qrOn = (path: string, page: number): string | undefined => {
  const args = ['-gray', '-r', '220', '-f', String(page), '-l', String(page), path]
  const picture = execFileSync('pdftoppm', args, { maxBuffer: 1e8 })
  const [head = '', width = 0, height = 0] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 40)) ?? []
  const grey = picture.subarray(head.length)
  const rgba = new Uint8ClampedArray(grey.length * 4)
  for (const [at, value] of grey.entries()) rgba.set([value, value, value, 255], at * 4)
  const decode = jsqr as unknown as typeof jsqr.default
  return decode(rgba, Number(width), Number(height))?.data
}

describe('printed verification', () => {
  it.each(documentLanguages)('shows in %s its plant, signatures and all answers', async (language) => {
    const { text } = await render(contentOf(), language)
    const handoverTexts = loadTexts(language)
    const expectedTexts = [handoverTexts.kind.initial, handoverTexts.verdict.met, ...Object.values(handoverTexts.item)]
    for (const expectedText of [...expectedTexts, 'Marta Rinaldi', 'Paolo Zanatta', 'L-100 no. 7', 'ab'.repeat(32)])
      expect(normalize(text)).toContain(normalize(expectedText))
    expect(normalize(text)).not.toContain(normalize(handoverTexts.notDone))
    expect(text).toMatch(/#panic\("x"\)\s*\nSecond line/)
  })

  it.each(documentLanguages)('in %s with missing items is no handover', async (language) => {
    const missing: Handover['missing'] = [{ what: 'measurements' }, { what: 'answer', item: 'labels' }]
    const { text } = await render(contentOf({ missing, verdict: 'unknown', state: 'open', signatures: [] }), language)
    const handoverTexts = loadTexts(language)
    expect(normalize(text)).toContain(normalize(handoverTexts.notDone))
    expect(normalize(text)).toContain(normalize(handoverTexts.missing.measurements ?? '-'))
    expect(normalize(text)).not.toContain(normalize(handoverTexts.verdict.met))
  })

  it('has logbook head, plant and page on every page, also as QR code', async () => {
    const { text, path } = await render(contentOf({}, 120), 'en')
    const pages = text.split('\f').slice(0, -1)
    expect(pages.length).toBeGreaterThan(2)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('after entry 1,341')
      for (const expectedText of [proofOfTests.hash ?? '-', proofOfTests.plantId])
        expect(normalize(page)).toContain(expectedText)
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
      expect(page).toMatch(/CEST|GMT\+2/)
      expect(qrOn(path, at + 1)).toBe(qrText(proofOfTests))
    }
    expect(qrText(proofOfTests)).toBe(`https://vigilux.test/#/verify?no=1341&head=${proofOfTests.hash}`)
  })

  it('reports a logbook without entries', async () => {
    const unprovenContent = { ...contentOf(), proof: { ...proofOfTests, no: 0, hash: null } }
    const { text, path } = await render(unprovenContent, 'en')
    expect(text).toContain('The logbook has no entry yet')
    expect(qrOn(path, 1)).toBe(proofOfTests.verifier)
  })
})

it('embedded data contains every lamp and the signed content', async () => {
  const content = contentOf()
  const { lines, json, relations } = rowsIn((await render(content, 'de')).inspection)
  expect(lines).toHaveLength(content.lamps.length + 1)
  const { digest, draft, signatures } = content.handover
  expect(json).toMatchObject({ format: 'vigilux-handover-1', digest, draft, signatures })
  expect(relations.map(([name, , relation]) => [name, relation])).toEqual([
    ['handover.csv', '/Data'],
    ['handover.json', '/Data'],
  ])
})
