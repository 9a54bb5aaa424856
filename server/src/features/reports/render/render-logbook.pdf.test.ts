import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requiredItems } from '@vigilux/contract/features/logbook/completeness.rules.ts'
import { entryKinds } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import type { LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import type { languages } from '@vigilux/contract/kernel/primitives.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { typstTypesetter } from '../../../adapters/typesetting/typst-typesetter.ts'
import { documentLanguages } from '../../../testing/depth.ts'
import { logoOfTests, proofOfTests } from '../../../testing/document-proof.ts'
import { archivable, inspectPdf, rowsIn } from '../../../testing/inspect-pdf.ts'
import type { LogbookContent } from '../collect/collect-logbook.ts'
import { renderLogbook } from './render-logbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-logbook-'))
afterAll(() => rmSync(folder, { recursive: true }))

const entry = (no: number, overrides: Partial<LogbookEntry> = {}): LogbookEntry => ({
  no,
  id: '7f9f0f6e-98a5-4b07-8a0f-3a1c7a0b8b10',
  kind: 'service',
  at: '2026-03-01T09:00:00.000Z',
  recordedAt: '2026-03-01T09:00:00.000Z',
  cu: null,
  lamp: null,
  serial: null,
  testId: null,
  corrects: null,
  about: null,
  by: 'Marta Rinaldi',
  person: null,
  facts: {},
  text: '',
  result: null,
  clockWrong: false,
  correctedBy: null,
  correctable: false,
  ignored: false,
  notes: 0,
  afterSignature: false,
  hash: proofOfTests.hash ?? '',
  ...overrides,
})
const contentOf = (entries: LogbookEntry[], overrides: Partial<LogbookContent> = {}): LogbookContent => ({
  plantname: 'Szkoła Příliš Åse',
  address: 'Via Demo 1',
  country: 'IT',
  owner: 'Demo',
  timezone: 'Europe/Rome',
  proof: proofOfTests,
  asked: { search: '' },
  entries,
  total: entries.length,
  hidden: 0,
  items: requiredItems.map((item) => ({ item, missing: item === 'defects' ? 'remedies' : null })),
  responsible: 'Ing. Paolo Zanatta',
  madeAt: new Date('2026-03-29T08:00:00Z'),
  signed: {
    month: '2026-02',
    upTo: 1284,
    at: '2026-03-03T09:00:00.000Z',
    by: 'Paolo Zanatta',
    person: proofOfTests.plantId,
  },
  ...overrides,
})
type Words = {
  logbook: {
    required: string
    item: Record<string, string>
    missing: Record<string, string>
    kind: Record<string, string>
    basic: string
    none: string
    entryText: { afterSignature: string }
  }
}
const loadTexts = (language: string) =>
  (JSON.parse(readFileSync(new URL(`../locales/${language}.json`, import.meta.url), 'utf8')) as Words).logbook
const normalize = (text: string) => text.replaceAll(/[\s\u200b]+/g, '')

const make = async (content: LogbookContent, language: (typeof languages)[number] = 'en') => {
  const path = join(folder, `${language}.pdf`)
  writeFileSync(path, await renderLogbook(content, language, typstTypesetter(), new AbortController().signal))
  const inspection = inspectPdf(path)
  expect(inspection).toMatchObject(archivable)
  return { path, inspection, text: execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8' }) }
}
const render = async (...args: Parameters<typeof make>): Promise<string> => (await make(...args)).text

describe('printed logbook', () => {
  it.each(documentLanguages)('in %s lists the six items first and names every entry kind', async (language) => {
    const text = normalize(await render(contentOf(entryKinds.map((kind, at) => entry(at + 1, { kind }))), language))
    const { required, item, missing, kind } = loadTexts(language)
    const first = [required, ...Object.values(item), missing.remedies ?? '-']
    for (const expectedText of first) {
      expect(text).toContain(normalize(expectedText))
      expect(text.indexOf(normalize(expectedText))).toBeLessThan(text.indexOf(normalize(kind.mainsFailed ?? '-')))
    }
    for (const entryKind of entryKinds)
      expect(text).toContain(
        normalize(kind[entryKind === 'testEnded' ? 'functionalTest' : entryKind] ?? `no ${entryKind}`),
      )
  })

  it('distinguishes the repeated hour of a clock change', async () => {
    const times = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000Z']
    const text = normalize(await render(contentOf(times.map((at, n) => entry(n + 1, { at })))))
    for (const expectedText of [
      '1 25/10/2026, 02:30 (+02:00)',
      '2 25/10/2026, 02:30 (+01:00)',
      '3 25/10/2026, 03:30 Service',
    ])
      expect(text).toContain(normalize(expectedText))
  })

  const erasedPersons = ['1c2d3e4f-0000-4000-8000-000000000a1f', '1c2d3e4f-0000-4000-8000-000000000a20'] as const

  it('shows number, plant time, text, place and person of each entry', async () => {
    const text = normalize(
      await render(
        contentOf([
          entry(7, { kind: 'lampFault', facts: { error: 'battery' }, by: null, cu: 'logica_0A1B2C', lamp: 4 }),
          entry(8, { kind: 'defect', text: 'Dark\n#panic("x") 🚪', corrects: 7, ignored: true }),
          entry(1341, {
            kind: 'handoverSigned',
            facts: { handover: 3, side: 'owner' },
            by: null,
            person: erasedPersons[0],
          }),
          entry(1340, { by: null, person: erasedPersons[1] }),
          entry(1342, {
            kind: 'configurationChanged',
            facts: { change: 'assignGroups' },
            clockWrong: true,
            afterSignature: true,
          }),
        ]),
      ),
    )
    for (const expectedText of [
      '7 01/03/2026, 10:00 Lamp fault',
      'Lamp 0004 · 0A1B2C Unit 0A1B2C',
      'Corrects 7 · has no effect: this entry cannot correct that one · Dark #panic("x") [U+1F6AA]',
      '1,341 01/03/2026, 10:00 Verification signed No. 3, for the owner Erased person 0A1F',
      '1,340 01/03/2026, 10:00 Service Erased person 0A20',
      `Assign groups · The unit’s clock was wrong; time of receipt. · ${loadTexts('en').entryText.afterSignature}`,
      'Signed up to entry 1,284, by Paolo Zanatta on 3 March 2026 at 10:00 CET',
      'Responsible: Ing. Paolo Zanatta',
    ])
      expect(text).toContain(normalize(expectedText))
  })

  it('has the logbook head on every page', async () => {
    const text = await render(contentOf(Array.from({ length: 90 }, (_, at) => entry(at + 1, { text: 'Cleaned' }))))
    const stamp = 'Time stamp: 29 March 2026 at 10:00 CEST, by Stamps of the tests'
    const pages = text.split('\f').slice(0, -1)
    expect(pages.length).toBeGreaterThan(2)
    for (const [at, page] of pages.entries())
      for (const expectedText of [
        proofOfTests.hash ?? '-',
        proofOfTests.plantId,
        'Responsible: Ing. Anna Ferri',
        `Page ${at + 1} of ${pages.length}`,
        'CEST',
        stamp,
      ])
        expect(normalize(page)).toContain(normalize(expectedText))
  })

  it('reports a missing time stamp, but not without entries', async () => {
    const stampOf = async (hash: string | null) =>
      normalize(await render(contentOf([], { proof: { ...proofOfTests, hash, timeStamp: null } })))
    expect(await stampOf(proofOfTests.hash)).toContain('Notimestamp')
    expect(await stampOf(null)).not.toContain('imestamp')
  })

  it('embeds entries with the original texts, safe for spreadsheets', async () => {
    const texts = ['=cmd()', 'a "b", c', 'Dark\n🚪 Città']
    const { inspection } = await make(contentOf(texts.map((text, at) => entry(at + 1, { text, at: entry(1).at }))))
    const { hasByteOrderMark, lines, json, relations } = rowsIn(inspection)
    expect(hasByteOrderMark).toBe(true)
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^no,at \(Europe\/Rome\),recordedAt \(Europe\/Rome\),kind,unit,/)
    expect(lines[1]).toMatch(/^1,2026-03-01T10:00:00\+01:00,.*,'=cmd\(\),\{\},false,false,7f3a/)
    expect(lines[2]).toContain(',"a ""b"", c",')
    expect(json.rows.map(({ text }) => text)).toEqual(texts)
    const { plantId, no, hash: head } = proofOfTests
    expect(json).toMatchObject({
      format: 'vigilux-logbook-1',
      plant: { id: plantId, timezone: 'Europe/Rome' },
      logbook: { no, head, timeStamp: { token: 'AAAA' } },
    })
    expect(relations).toEqual([
      ['logbook.csv', '/text/csv', '/Data', true],
      ['logbook.json', '/application/json', '/Data', true],
    ])
  })

  it('has the plant logo on each page and stays archivable', async () => {
    const entries = Array.from({ length: 60 }, (_, at) => entry(at + 1))
    const { path, inspection } = await make(contentOf(entries, { proof: { ...proofOfTests, logo: logoOfTests() } }))
    const images = execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' }).split('\n').slice(2, -1)
    const qrImages = images.map((line) => line.trim().split(/\s+/)).filter(([, , type]) => type === 'image')
    const { pages } = inspection
    expect(pages).toBeGreaterThan(1)
    expect(qrImages.map(([page]) => Number(page))).toEqual(Array.from({ length: pages }, (_, at) => at + 1))
    // 30 pixels on 10 mm are 76 per inch.
    expect(qrImages.map((columns) => columns.slice(3, 5).concat(columns.slice(12, 14)))).toContainEqual([
      '90',
      '30',
      '76',
      '76',
    ])
  })

  it('shows filters, hidden entries and an empty result', async () => {
    const query = { from: '2026-03-01', of: 'faults' as const, topic: 'logica_0A1B2C', search: 'door' }
    const text = await render(contentOf([], { asked: query, total: 12, hidden: 3 }))
    expect(normalize(text)).toContain(normalize('Only: from 1 March 2026 · Faults'))
    expect(normalize(text)).toContain(normalize('0A1B2C · “door”'))
    for (const expectedText of [loadTexts('en').basic, loadTexts('en').none, '12 earlier entries are not listed.'])
      expect(normalize(text)).toContain(normalize(expectedText))
  })
})
