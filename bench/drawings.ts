import { readdirSync, readFileSync } from 'node:fs'
import { childDrawings } from '../server/src/adapters/pictures/child-drawings.ts'
import { dxfDrawing } from '../server/src/testing/drawings.ts'
import { type Figure, figureOf } from './measure.ts'

const maxBytes = 20 * 1_048_576

/** Lines as drawing programs write them, with a number and a class each, up to the size limit. */
const largeDxf = (): Buffer => {
  const line = (at: number) =>
    `0\nLINE\n5\n${(0x1000 + at).toString(16)}\n330\n1F\n100\nAcDbEntity\n8\nWalls\n100\nAcDbLine\n10\n${((at * 7919) % 97_000) / 8}\n20\n${((at * 104_729) % 51_000) / 8}\n30\n0.0\n11\n${((at * 7919) % 97_000) / 8 + 40}\n21\n${((at * 104_729) % 51_000) / 8 + 25}\n31\n0.0`
  const lines: string[] = []
  for (let at = 0, bytes = 2_000; ; at++) {
    const next = line(at)
    bytes += next.length + 1
    if (bytes > maxBytes) return dxfDrawing({ extraEntities: lines.join('\n') })
    lines.push(next)
  }
}
/** A page with a single picture, as from a scanner. */
const largePdf = (): Buffer => {
  const side = 2_640
  const pixels = Buffer.alloc(side * side * 3, 255)
  for (let at = 0; at < pixels.length; at += 97) pixels[at] = at % 251
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'
  const page =
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 800 800]/Contents 4 0 R/Resources<</XObject<</P 5 0 R>>>>>>endobj\n'
  const work = '800 0 0 800 0 0 cm /P Do'
  const contents = `4 0 obj<</Length ${work.length}>>stream\n${work}\nendstream endobj\n`
  const picture = `5 0 obj<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8/Length ${pixels.length}>>stream\n`
  const tail = Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
  return Buffer.concat([Buffer.from(head + page + contents + picture), pixels, tail])
}

/** Peak memory of any child process, in MiB. */
const watchChildren = () => {
  let peak = 0
  const sampleMemory = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        if (!status.includes(`PPid:\t${process.pid}\n`)) continue
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
      } catch {
        // The process has ended meanwhile.
      }
  }
  const timer = setInterval(sampleMemory, 40)
  return () => {
    clearInterval(timer)
    return peak
  }
}

/** Cost of rendering the largest allowed drawings. */
export const benchDrawings = async (): Promise<Figure[]> => {
  const drawings = childDrawings()
  const neverAborted = new AbortController().signal
  const figures: Figure[] = []
  for (const [name, content, layers] of [
    ['PDF', largePdf(), null],
    ['DXF', largeDxf(), ['Walls']],
  ] as const) {
    const peak = watchChildren()
    const startedAt = performance.now()
    const read = await drawings.read(content, neverAborted)
    const drawing = await drawings.draw(content, { page: layers ? null : 1, layers }, neverAborted)
    const seconds = (performance.now() - startedAt) / 1_000
    const result =
      typeof read === 'string'
        ? read
        : typeof drawing === 'string'
          ? drawing
          : `${drawing.width} × ${drawing.height} pixels`
    const note = `${(content.length / 1_048_576).toFixed(1)} MiB, ${result}`
    figures.push(figureOf(`${name} of 20 MB, until it can be seen`, 's', [seconds], undefined, note))
    figures.push(figureOf(`${name} of 20 MB, most memory of its process`, 'MiB', [peak()], undefined, note))
  }
  return figures
}
