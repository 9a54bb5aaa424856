import { longestSide, nearShapes } from './dxf-extents.ts'
import type { DxfShape } from './dxf-shape.ts'
import { layText, type Spot } from './dxf-text.ts'

/** A drawing as line art, with its layout size. */
export type DxfPicture = { svg: string; width: number; height: number; unitsPerPixel: number }

/** Width of the white margin in pixels. */
const margin = 24

/** Minimum text height in pixels: smaller text is illegible and not drawn. */
const minText = 4

const ink = '#3b4350'
/** Areas are pale, whatever their color and pattern in the drawing, so devices and texts on them stay readable. */
const shade = '#d5dae1'

const escapeXml = (text: string): string =>
  text
    .replace(/[^\P{C}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** Lays a drawing out in a picture with `sidePixels` on the longer side; null if it is empty. */
export const dxfPicture = (shapes: readonly DxfShape[], sidePixels: number): DxfPicture | null => {
  const { near: shapesNear, box } = nearShapes(shapes)
  const longest = longestSide(box)
  if (!(longest > 0)) return null
  const unitsPerPixel = longest / (sidePixels - 2 * margin)
  const side = (length: number) => Math.max(1, Math.round(length / unitsPerPixel)) + 2 * margin
  const [width, height] = [side(box.right - box.left), side(box.top - box.bottom)]
  const roundText = (value: number) => String(Math.round(value * 10) / 10)
  const x = (value: number) => roundText((value - box.left) / unitsPerPixel + margin)
  const y = (value: number) => roundText((box.top - value) / unitsPerPixel + margin)
  const path = (points: readonly Spot[]) => `M${points.map((point) => `${x(point[0])} ${y(point[1])}`).join('L')}`
  const areas: string[] = []
  const lines: string[] = []
  const texts: string[] = []
  for (const shape of shapesNear) {
    if ('loops' in shape) {
      const d = shape.loops.map((loop) => `${path(loop)}Z`).join('')
      areas.push(`<path d="${d}"/>`)
    } else if ('spots' in shape) lines.push(path(shape.spots))
    else if (shape.height / unitsPerPixel >= minText) {
      const degrees = roundText((-shape.turned * 180) / Math.PI)
      const size = roundText((shape.height * 1.3) / unitsPerPixel)
      const anchor = shape.across === 'start' ? '' : ` text-anchor="${shape.across}"`
      for (const { text, at } of layText(shape).lines) {
        const transform = `translate(${x(at[0])} ${y(at[1])}) rotate(${degrees}) scale(${shape.stretch.toFixed(3)} 1)`
        texts.push(`<text font-size="${size}"${anchor} transform="${transform}">${escapeXml(text)}</text>`)
      }
    }
  }
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<g fill="${shade}" fill-rule="evenodd">${areas.join('')}</g>`,
    `<path fill="none" stroke="${ink}" stroke-width="2" stroke-linejoin="round" d="${lines.join('')}"/>`,
    `<g fill="${ink}" font-family="Inter">${texts.join('')}</g></svg>`,
  ].join('')
  return { svg, width, height, unitsPerPixel }
}
