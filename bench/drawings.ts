import { readdirSync, readFileSync } from 'node:fs'
import { childDrawings } from '../server/src/adapters/pictures/child-drawings.ts'
import { dxfDrawing } from '../server/src/testing/drawings.ts'
import { type Figure, figureOf } from './measure.ts'

const most = 20 * 1_048_576

/** A drawing of curves with many corners, and a page with as many lines, both as large as a drawing may be. */
const largeDxf = (): Buffer => {
  const corners = Array.from({ length: 1_000 }, (_, at) => `10\n${at}\n20\n${Math.round(Math.sin(at) * 900)}`).join(
    '\n',
  )
  const curve = `0\nLWPOLYLINE\n8\nWalls\n90\n1000\n70\n0\n${corners}`
  return dxfDrawing({
    more: Array.from({ length: Math.floor((most - 2_000) / (curve.length + 1)) }, () => curve).join('\n'),
  })
}
const largePdf = (): Buffer => {
  let lines = ''
  for (let at = 0; lines.length < most - 4_000; at++)
    lines += `${at % 800} ${(at * 7) % 600} m ${(at * 3) % 800} ${(at * 11) % 600} l S\n`
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'
  const page = '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 800 600]/Contents 4 0 R>>endobj\n'
  return Buffer.from(
    `${head}${page}4 0 obj<</Length ${lines.length}>>stream\n${lines}endstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
  )
}

/** The most memory that any child of this process has had so far, in MiB. */
const watchChildren = () => {
  let peak = 0
  const look = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        if (!status.includes(`PPid:\t${process.pid}\n`)) continue
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
      } catch {
        // It has ended meanwhile.
      }
  }
  const timer = setInterval(look, 40)
  return () => {
    clearInterval(timer)
    return peak
  }
}

/** What it takes to make pictures of the largest drawings that may be sent. */
export const benchDrawings = async (): Promise<Figure[]> => {
  const drawings = childDrawings()
  const never = new AbortController().signal
  const figures: Figure[] = []
  for (const [name, content, layers] of [
    ['PDF', largePdf(), null],
    ['DXF', largeDxf(), ['Walls']],
  ] as const) {
    const peak = watchChildren()
    const began = performance.now()
    const read = await drawings.read(content, never)
    const drawn = await drawings.draw(content, { page: layers ? null : 1, layers }, never)
    const seconds = (performance.now() - began) / 1_000
    const became =
      typeof read === 'string' ? read : typeof drawn === 'string' ? drawn : `${drawn.width} × ${drawn.height} pixels`
    const note = `${(content.length / 1_048_576).toFixed(1)} MiB, ${became}`
    figures.push(figureOf(`${name} of 20 MB, until it can be seen`, 's', [seconds], undefined, note))
    figures.push(figureOf(`${name} of 20 MB, most memory of its process`, 'MiB', [peak()], undefined, note))
  }
  return figures
}
