import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { DrawnPlan } from '../../ports/drawings.ts'
import { isFullRun } from '../../testing/depth.ts'
import {
  binaryDxf,
  dxfDrawing,
  dxfLines,
  pdfOfTwoPages,
  protectedPdf,
  svgBeyondItsPage,
  svgDrawing,
  svgOfTwoPages,
} from '../../testing/drawings.ts'
import { dxfFile, groups } from '../../testing/dxf.ts'
import { pngOf } from '../../testing/png.ts'
import { smallDrawings as drawings, smallPlanSide } from '../../testing/small-drawings.ts'
import { decode } from './decode-picture.ts'
import { svgText } from './svg-text.ts'

const all = { page: null, layers: null }

const png = (width: number, height: number): Buffer => pngOf(width, height, Buffer.alloc((width + 1) * height), 'grey')
const drawPlan = async (content: Buffer, choice: Parameters<typeof drawings.draw>[1] = all): Promise<DrawnPlan> => {
  const plan = await drawings.draw(content, choice)
  if (typeof plan === 'string') throw new Error(plan)
  return plan
}
const isWebp = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1', 8, 12) === 'WEBP'

describe('drawing', () => {
  it('of pixels becomes three pictures no larger than the drawing or a plan', async () => {
    expect(await drawings.read(png(1_000, 500))).toMatchObject({ kind: 'picture', pages: 1, layers: [] })
    const plan = await drawPlan(png(500, 250))
    expect([plan.width, plan.height, plan.unitsPerPixel]).toEqual([500, 250, null])
    expect([plan.large, plan.medium, plan.small].map(isWebp)).toEqual([true, true, true])
    expect(plan.small.length).toBeLessThanOrEqual(plan.large.length)
    expect(await drawPlan(png(1_000, 500))).toMatchObject({ width: smallPlanSide, height: smallPlanSide / 2 })
  })

  it('of vector lines is read despite its prolog', async () => {
    const stylesheet = '<?xml-stylesheet href="plan.css" type="text/css"?>'
    const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1:9/svg11.dtd" [<!ENTITY a "b">]>'
    const before = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n\n${stylesheet}<!-- <svg> -->${doctype}\n`
    const svg = Buffer.from(String(svgDrawing).replace('<?xml version="1.0"?>', before))
    expect(await drawings.read(svg)).toMatchObject({ kind: 'svg', pages: 1 })
  })

  it('of several pages reports their number and shows the chosen page', async () => {
    expect(await drawings.read(pdfOfTwoPages)).toMatchObject({ kind: 'pdf', pages: 2 })
    const second = await drawPlan(pdfOfTwoPages, { page: 2, layers: null })
    expect([second.width, second.height, second.looksEmpty]).toEqual([smallPlanSide, smallPlanSide, false])
    expect(await drawings.draw(pdfOfTwoPages, { page: 3, layers: null })).toBe('empty')
  })

  it('in PDF has its first page as cover', async () => {
    const cover = await drawings.cover(pdfOfTwoPages)
    expect(isWebp(cover as Uint8Array)).toBe(true)
    expect([await drawings.cover(svgDrawing), await drawings.cover(Buffer.from('%PDF-1.4\n'))]).toEqual([
      'unreadable',
      'unreadable',
    ])
  })

  it('in SVG with several pages shows the chosen page', async () => {
    expect(await drawings.read(svgOfTwoPages)).toMatchObject({ kind: 'svg', pages: 2 })
    // The first page is all black, the second has a black square.
    expect((await drawPlan(svgOfTwoPages, { page: 1, layers: null })).looksEmpty).toBe(true)
    expect((await drawPlan(svgOfTwoPages, { page: 2, layers: null })).looksEmpty).toBe(false)
  })

  it('reports a picture of only one colour as empty', async () => {
    expect((await drawPlan(svgBeyondItsPage)).looksEmpty).toBe(true)
    const nearlyEmpty = Buffer.alloc(401 * 400)
    nearlyEmpty[401 * 399 + 400] = 1
    expect((await drawPlan(png(400, 400))).looksEmpty).toBe(true)
    expect((await drawPlan(pngOf(400, 400, nearlyEmpty, 'grey'))).looksEmpty).toBe(false)
  })

  it('in DXF reports its layers and unit and shows the chosen layers', async () => {
    const layers = ['Doors', 'Text', 'Walls'].map((name) => ({ name, entities: 1, state: 'on' }))
    const plainDrawing = { kind: 'dxf', pages: 1, layers, unitM: 0.001, left: [], far: [] }
    expect(await drawings.read(dxfDrawing())).toEqual(plainDrawing)
    const extraGroups = groups(0, 'MLINE', 8, 'Walls', 0, 'LINE', 8, 'Doors', 10, 5e9, 20, 0, 11, 5e9, 21, 1)
    expect(await drawings.read(dxfDrawing({ extraEntities: extraGroups }))).toMatchObject({
      left: [{ kind: 'MLINE', count: 1 }],
      far: [{ layer: 'Doors', count: 1 }],
    })
    expect(await drawings.read(dxfDrawing({ unit: 1 }))).toMatchObject({ unitM: 0.0254 })
    expect(await drawings.read(dxfDrawing({ unit: 21 }))).toMatchObject({ unitM: 1_200 / 3_937 })
    for (const unit of [null, 0, 99]) expect(await drawings.read(dxfDrawing({ unit }))).toMatchObject({ unitM: null })
    expect(await drawings.draw(dxfDrawing(), { page: null, layers: ['Nothing'] })).toBe('empty')
    const walls = await drawPlan(dxfDrawing(), { page: null, layers: ['Walls'] })
    expect([walls.width, walls.looksEmpty]).toEqual([smallPlanSide, false])
    // The hall is 10 m long; 48 pixels of margin are white.
    expect((walls.unitsPerPixel ?? 0) * (smallPlanSide - 48)).toBeCloseTo(10_000)
    // The door turns about a corner of the wall: alone its width equals its height.
    const doorPlan = await drawPlan(dxfDrawing(), { page: null, layers: ['Doors'] })
    expect([doorPlan.width, doorPlan.height]).toEqual([smallPlanSide, smallPlanSide])
  })
})

/** White with a red rectangle, in CMYK as Adobe's programs store it. */
const cmykJpeg = readFileSync(new URL('../../testing/cmyk.jpg', import.meta.url))

describe('drawing of another program', () => {
  it('is opened as a CMYK JPEG', async () => {
    const plan = await drawPlan(cmykJpeg)
    expect([plan.width, plan.height, plan.looksEmpty]).toEqual([64, 48, false])
    const pixels = await decode(plan.large)
    const colourAt = (x: number, y: number) => [...(pixels?.data ?? []).slice((y * 64 + x) * 4, (y * 64 + x) * 4 + 3)]
    const [red = 0, green = 255, blue = 255] = colourAt(20, 24)
    expect([red > 200, green < 80, blue < 80]).toEqual([true, true, true])
    expect(Math.min(...colourAt(2, 2))).toBeGreaterThan(245)
  })

  it.each([
    ['UTF-16LE', (svg: string) => Buffer.from(`\ufeff${svg}`, 'utf16le')],
    ['UTF-16BE', (svg: string) => Buffer.from(`\ufeff${svg}`, 'utf16le').swap16()],
    ['UTF-16 without its mark', (svg: string) => Buffer.from(svg, 'utf16le')],
    ['ISO-8859-1', (svg: string) => Buffer.from(svg, 'latin1')],
  ])('is opened as an SVG in %s', async (encoding, bytes) => {
    const encodingName = encoding.startsWith('UTF-16') ? 'UTF-16' : encoding
    const svg = `<?xml version="1.0" encoding="${encodingName}"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><title>Größe</title><rect width="9" height="9"/></svg>`
    expect(await drawings.read(bytes(svg))).toMatchObject({ kind: 'svg' })
    expect(svgText(bytes(svg))).toContain('Größe')
    expect((await drawPlan(bytes(svg))).looksEmpty).toBe(false)
  })

  const shape = '<rect width="9" height="9"/>'
  const svgOf = (head: string) => `${head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20">${shape}</svg>`
  it.each([
    [
      'whose names have a prefix',
      Buffer.from(
        svgOf('')
          .replace('xmlns=', 'xmlns:ns0=')
          .replace(/(<\/?)(?=\w)/g, '$1ns0:'),
      ),
    ],
    ['after a long comment', Buffer.from(svgOf(`<!-- ${'x'.repeat(20_000)} -->`))],
    ['in UTF-16, after a line break', Buffer.from(svgOf('\n'), 'utf16le')],
    ['in UTF-16 of the other order, after a line break', Buffer.from(svgOf('\r\n'), 'utf16le').swap16()],
  ])('is opened as an SVG %s', async (_what, content) => {
    expect(await drawings.read(content)).toMatchObject({ kind: 'svg' })
    expect((await drawPlan(content)).looksEmpty).toBe(false)
  })

  it('is opened as a DXF after long comments', async () => {
    const content = Buffer.from(`${`999\n${'x'.repeat(200)}\n`.repeat(20)}${String(dxfDrawing())}`)
    expect(await drawings.read(content)).toMatchObject({ kind: 'dxf' })
  })

  it('is opened as a binary DXF', async () => {
    const layers = [{ name: 'Größe', entities: 1, state: 'on' }]
    expect(await drawings.read(binaryDxf)).toMatchObject({ kind: 'dxf', layers, unitM: 1 })
    expect(await drawings.read(binaryDxf.subarray(0, -30))).toBe('unreadable')
  })
})

/** A page of this size with a stamped field at its lower left, and nothing else. */
const pdfWithField = (width: number, height: number): Buffer =>
  Buffer.from(`%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Annots[4 0 R]>>endobj
4 0 obj<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/F 4/Rect[0 0 ${width / 2} ${height / 2}]/AP<</N 5 0 R>>>>endobj
5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 11>>stream
0 0 9 9 re f
endstream endobj
trailer<</Root 1 0 R>>`)

describe('PDF of another program', () => {
  it.each<[what: string, before: string, size: [number, number], drawn: [number, number]]>([
    ['with a form field', '', [300, 200], [512, 341]],
    ['after empty lines', '\r\n\r\n', [300, 200], [512, 341]],
    ['after a byte order mark', '\ufeff', [300, 200], [512, 341]],
    ['after the head of a mail', 'Content-Type: application/pdf\n\n', [300, 200], [512, 341]],
    ['smaller than a point', '', [0.9, 0.6], [512, 341]],
    ['on a long strip', '', [30_000, 2], [512, 1]],
  ])('is drawn %s', async (_what, before, size, drawnSize) => {
    const content = Buffer.concat([Buffer.from(before), pdfWithField(...size)])
    expect(await drawings.read(content)).toMatchObject({ kind: 'pdf', pages: 1 })
    const plan = await drawPlan(content)
    expect([plan.width, plan.height, plan.looksEmpty]).toEqual([...drawnSize, false])
  })
})

type Refused = [what: string, content: () => Buffer, refusal: Awaited<ReturnType<typeof drawings.read>>]

const refusedFiles: Refused[] = [
  ['no drawing', () => Buffer.from('MZ\u0090 this is a program'), 'unreadable'],
  ['an SVG that ends early', () => svgDrawing.subarray(0, 200), 'unreadable'],
  ['a PDF that is none', () => Buffer.from('%PDF-1.7 and nothing'), 'unreadable'],
  ['a DXF that ends early', () => dxfDrawing().subarray(0, 300), 'unreadable'],
  ['a PDF that opens with a password only', () => protectedPdf, 'protected'],
  [
    'a PDF that opens with a certificate only',
    () => Buffer.from(protectedPdf.toString('latin1').replace('/Filter /Standard', '/Filter /AcmePubK'), 'latin1'),
    'protected',
  ],
  ['a DXF of solids alone', () => dxfFile({ entities: [0, '3DSOLID', 8, 0] }), 'notDrawn'],
]

/** More of them, for `npm run test:all`. */
const moreRefused: Refused[] = [
  ['a GIF', () => Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), 'unreadable'],
  ['a picture that ends early', () => png(400, 400).subarray(0, 60), 'unreadable'],
  ['a binary DXF that ends early', () => Buffer.from('AutoCAD Binary DXF\r\n\u001a\u0000'), 'unreadable'],
  ['a DXF with more lines than anybody reads', () => dxfDrawing({ extraEntities: dxfLines(300_001) }), 'tooLarge'],
]

describe('refused drawing', () => {
  it.each(isFullRun ? [...refusedFiles, ...moreRefused] : refusedFiles)(
    'is reported as %s',
    async (_title, drawingBytes, refusal) => {
      const content = drawingBytes()
      const read = await drawings.read(content)
      expect(typeof read === 'string' ? read : await drawings.draw(content, all)).toBe(refusal)
    },
  )
})
