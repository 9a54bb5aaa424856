import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { typstTypesetter } from '../../adapters/typesetting/typst-typesetter.ts'
import { documentLanguages } from '../../testing/depth.ts'
import { archivable, inspectPdf } from '../../testing/inspect-pdf.ts'
import { renderManual } from './render-manual.ts'
import { sampleCatalogue } from './sample-catalogue.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-manual-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { products } = sampleCatalogue()
const contentOf = (code: string) => {
  const product = products.find((one) => one.code === code)
  if (!product) throw new Error(`the sample has no ${code}`)
  const parts = product.parts.flatMap(({ code: part }) => products.filter((one) => one.code === part))
  return { product, family: 'Family', parts }
}

it.each(documentLanguages)('a manual in %s is PDF/A with its text', async (language) => {
  const pdf = await renderManual(contentOf('ST-24'), language, typstTypesetter(), new AbortController().signal)
  const path = join(folder, `${language}.pdf`)
  writeFileSync(path, pdf)
  expect(inspectPdf(path)).toMatchObject(archivable)
  const pageText = execFileSync('pdftotext', ['-layout', path, '-']).toString()
  const texts = JSON.parse(readFileSync(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as {
    kind: Record<string, string>
    chapter: { tests: { title: string } }
  }
  for (const text of ['Stile LED 24 W', '415.009', texts.kind.emergencyLamp, texts.chapter.tests.title])
    expect(pageText).toContain(text)
  expect(pageText).not.toMatch(/\{\w+\}/)
})
