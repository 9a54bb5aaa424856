import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typstTypesetter } from '../adapters/typesetting/typst-typesetter.ts'
import { archivable, inspectPdf } from './inspect-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-look-'))
const path = join(folder, 'made.pdf')
const source = `#set document(title: "Paper")
#set text(font: "Inter", lang: "de", fallback: false)
= Heading
#table(columns: 2, table.header[A][B], [1], [2])`

/** The file with its objects in plain text. The test can replace a name by one of the same length. */
let plainPdf: Buffer

beforeAll(async () => {
  const attachments = [{ name: 'rows.csv', type: 'text/csv', description: 'Rows', content: 'a,b\r\n' }]
  const madeAt = new Date('2026-03-02T09:00:00Z')
  const neverAborted = new AbortController().signal
  writeFileSync(path, await typstTypesetter().typeset({ source, data: {}, attachments, madeAt }, neverAborted))
  plainPdf = execFileSync('qpdf', ['--qdf', '--object-streams=disable', '--static-id', path, '-'], { maxBuffer: 1e8 })
})
afterAll(() => rmSync(folder, { recursive: true }))

const lookAt = (from: string, to: string) => {
  const changed = join(folder, 'changed.pdf')
  const text = plainPdf.toString('latin1')
  expect(text).toContain(from)
  writeFileSync(changed, Buffer.from(text.replaceAll(from, to), 'latin1'))
  return inspectPdf(changed)
}

describe('PDF inspection', () => {
  it('finds the PDF/A-3 marks and attachments', () => {
    const found = inspectPdf(path)
    expect(found).toMatchObject({ ...archivable, language: 'de', pages: 1 })
    expect([...found.tags]).toEqual(expect.arrayContaining(['/H1', '/Table', '/TH', '/TD']))
    expect(found.fonts).toBeGreaterThan(0)
    expect(found.attachments).toEqual([
      { name: 'rows.csv', type: '/text/csv', relation: '/Data', isListed: true, content: 'a,b\r\n' },
    ])
  })

  it.each([
    ['the part of the standard', '<pdfaid:part>3<', '<pdfaid:part>2<'],
    ['the level', '<pdfaid:conformance>A<', '<pdfaid:conformance>B<'],
    ['the colours that it is meant for', '/OutputIntents', '/OutputIntentz'],
    ['their profile', '/DestOutputProfile', '/DestOutputProfilf'],
    ['a font', '/FontFile2', '/FontFilf2'],
    ['the mark that it is tagged', '/Marked true', '/Marked null'],
    ['the tags', '/StructTreeRoot', '/StructTreeRoos'],
  ])('misses %s when removed', (_, from, to) => {
    expect(() => expect(lookAt(from, to)).toMatchObject(archivable)).toThrow()
  })

  it('misses the relation of an attachment and an unlisted attachment', () => {
    expect(lookAt('/AFRelationship', '/AFRelationshiq').attachments[0]?.relation).toBeUndefined()
    expect(lookAt('/AF [', '/AX [').attachments[0]?.isListed).toBe(false)
  })

  it('refuses a damaged file', () => {
    expect(() => lookAt('endstream', 'ENDSTREAM')).toThrow()
  })
})
