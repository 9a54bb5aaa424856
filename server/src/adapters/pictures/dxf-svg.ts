import type { DxfShape } from './dxf-drawing.ts'
import { layText } from './dxf-text.ts'

/** A drawing as a picture of lines, with the size that it was laid out for. */
export type DxfPicture = { svg: string; width: number; height: number; unitsPerPixel: number }

/** Pixels that stay white around a drawing. */
const margin = 24

/** A text that would be smaller than this is not drawn: it could not be read. */
const leastText = 4

const escaped = (text: string): string =>
  text
    .replace(/[^\P{C}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const boundsOf = (shapes: readonly DxfShape[]) => {
  const bounds = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }
  const grow = ([x, y]: readonly [number, number]) => {
    bounds.left = Math.min(bounds.left, x)
    bounds.right = Math.max(bounds.right, x)
    bounds.bottom = Math.min(bounds.bottom, y)
    bounds.top = Math.max(bounds.top, y)
  }
  for (const shape of shapes) {
    if ('text' in shape) layText(shape).corners.forEach(grow)
    else shape.spots.forEach(grow)
  }
  return bounds
}

/** Lays a drawing out in a picture whose longer side has so many pixels; null where there is nothing on it. */
export const dxfPicture = (shapes: readonly DxfShape[], longestSide: number): DxfPicture | null => {
  const { left, right, bottom, top } = boundsOf(shapes)
  const longest = Math.max(right - left, top - bottom)
  if (!(longest > 0)) return null
  const unitsPerPixel = longest / (longestSide - 2 * margin)
  const side = (length: number) => Math.max(1, Math.round(length / unitsPerPixel)) + 2 * margin
  const [width, height] = [side(right - left), side(top - bottom)]
  const round = (value: number) => String(Math.round(value * 10) / 10)
  const x = (value: number) => round((value - left) / unitsPerPixel + margin)
  const y = (value: number) => round((top - value) / unitsPerPixel + margin)
  const lines: string[] = []
  const texts: string[] = []
  for (const shape of shapes) {
    if (!('text' in shape)) lines.push(`M${shape.spots.map((spot) => `${x(spot[0])} ${y(spot[1])}`).join('L')}`)
    else if (shape.height / unitsPerPixel >= leastText) {
      const turned = round((-shape.turned * 180) / Math.PI)
      const size = round((shape.height * 1.3) / unitsPerPixel)
      const anchor = shape.across && shape.across !== 'start' ? ` text-anchor="${shape.across}"` : ''
      for (const { text, at } of layText(shape).lines) {
        const [px, py] = [x(at[0]), y(at[1])]
        texts.push(
          `<text x="${px}" y="${py}" font-size="${size}"${anchor} transform="rotate(${turned} ${px} ${py})">${escaped(text)}</text>`,
        )
      }
    }
  }
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<path fill="none" stroke="#3b4350" stroke-width="2" stroke-linejoin="round" d="${lines.join('')}"/>`,
    `<g fill="#3b4350" font-family="Inter">${texts.join('')}</g></svg>`,
  ].join('')
  return { svg, width, height, unitsPerPixel }
}
