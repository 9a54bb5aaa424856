import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bill } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { afterAll, expect, it } from 'vitest'
import { typstTypesetter } from '../../../adapters/typesetting/typst-typesetter.ts'
import { documentLanguages } from '../../../testing/depth.ts'
import { proofOfTests } from '../../../testing/document-proof.ts'
import { archivable, inspectPdf, rowsIn } from '../../../testing/inspect-pdf.ts'
import { loadReportTexts } from '../report-texts.ts'
import { renderBill } from './render-bill.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-bill-'))
afterAll(() => rmSync(folder, { recursive: true }))

const line = { kind: 'emergencyLamp', drawing: 'bar', dimensions: null } as const
const lamp = { ...line, code: 'ST-24', name: 'Stile LED 24 W', orderCode: 'VLX-ST-24', batteryCode: '415.009' }
const battery = {
  ...line,
  kind: 'battery' as const,
  code: '415.009',
  name: 'NiCd',
  orderCode: '415.009',
  batteryCode: null,
}
const bill: Bill = {
  lines: [
    { code: 'ST-24', product: lamp, units: { imagined_0A1B2C: 400, imagined_0A1B2D: 122 }, types: {}, total: 522 },
    { code: '7F10', product: null, units: { imagined_0A1B2D: 4, imagined_0A1B2C: 2 }, types: {}, total: 6 },
  ],
  total: 528,
  parts: [{ product: battery, pieces: 10, for: [lamp], faults: [{ error: 'battery_duration', lamps: 10 }] }],
  faults: 10,
  faultsWithoutPart: 0,
}
const pricedBill: Bill = {
  ...bill,
  lines: bill.lines.map((one) => (one.product ? { ...one, price: { cents: 6400, version: 1 } } : one)),
  parts: bill.parts.map((one) => ({ ...one, price: { cents: 3800, version: 1 } })),
  prices: { currency: 'EUR', shownToClients: false, version: 0 },
}

const render = async (content: Bill, language: Language) => {
  const plant = {
    plantname: '=Ospedale <Demo>',
    address: 'Via Demo 1',
    country: 'IT',
    timezone: 'Europe/Rome',
    proof: proofOfTests,
  }
  const madeAt = new Date('2026-03-02T09:00:00Z')
  const pdf = await renderBill(
    { ...plant, bill: content, madeAt },
    language,
    typstTypesetter(),
    new AbortController().signal,
  )
  const path = join(folder, `${language}.pdf`)
  writeFileSync(path, pdf)
  const inspection = inspectPdf(path)
  expect(inspection).toMatchObject(archivable)
  return { inspection, text: execFileSync('pdftotext', ['-layout', path, '-']).toString() }
}
const textOf = async (content: Bill, language: Language): Promise<string> => (await render(content, language)).text

it.each(documentLanguages)('the bill in %s shows products, unknown items and needed parts', async (language) => {
  const { bill: billTexts } = await loadReportTexts(language)
  const pageText = await textOf(bill, language)
  for (const text of [
    billTexts.title,
    billTexts.unknown,
    '7F10',
    'Stile LED 24 W',
    billTexts.partsTitle,
    '0A1B2D 122',
    '528',
  ])
    expect(pageText).toContain(text)
  // Units have the same order in every line, in any counting order.
  expect(pageText).toContain('0A1B2C 2 · 0A1B2D 4')
  expect(pageText).not.toContain('€')
})

it('sums match the screen', async () => {
  const pageText = await textOf(pricedBill, 'en')
  expect(pageText).toContain('€64.00')
  expect(pageText.match(/€33,408\.00/g)).toHaveLength(2)
  expect(pageText.match(/€380\.00/g)).toHaveLength(2)
  expect(pageText).toContain('Items without a price are not included.')
})

it('embedded rows contain prices only where they are visible', async () => {
  const rowsWithoutPrices = rowsIn((await render(bill, 'en')).inspection)
  expect(rowsWithoutPrices.lines).toHaveLength(bill.lines.length + 1)
  expect(JSON.stringify(rowsWithoutPrices)).not.toContain('price')
  const { json, relations } = rowsIn((await render(pricedBill, 'en')).inspection)
  expect(json.rows).toContainEqual(expect.objectContaining({ price_cents: 6400, currency: 'EUR' }))
  expect(relations.map(([name, , relation]) => [name, relation])).toEqual([
    ['bill-of-materials.csv', '/Data'],
    ['bill-of-materials.json', '/Data'],
  ])
})
