import type { StateTone } from '../../../shared/theme/tokens.ts'

/** The shape shows the kind of device and never changes; color and sign show its state. */
export type MarkShape = 'circle' | 'sign' | 'square' | 'diamond' | 'hexagon' | 'triangle'
export type Mark = {
  key: string
  x: number
  y: number
  tone: StateTone
  shape: MarkShape
  label: string
  /** A layer's style that replaces the style of the state. */
  look?: MarkStyle
  /** A layer's text below the mark. */
  value?: string
}

export type Inks = Record<StateTone, string> & { brand: string; text: string; surface: string }

/** Color, sign, and filled fraction. */
export type MarkStyle = { ink: StateTone | 'brand' | 'text'; sign: string; fill: number }

/** Screen pixels from the center of a mark to its edge; the most important marks are larger. */
const defaultRadius = 9
const largeRadius = 11

const solid: ReadonlySet<StateTone> = new Set(['emergency', 'error', 'warning', 'inhibited'])
const large: ReadonlySet<StateTone> = new Set(['emergency', 'error'])
const dashed: ReadonlySet<StateTone> = new Set(['offline', 'test'])
const signs: Partial<Record<StateTone, string>> = {
  emergency: 'ϟ',
  error: '!',
  warning: '!',
  inhibited: 'ǁ',
  test: '•',
  offline: '∕',
  'not-executed': '?',
}

const outline: Record<MarkShape, (pen: CanvasRenderingContext2D, r: number) => void> = {
  circle: (pen, r) => pen.arc(0, 0, r, 0, 2 * Math.PI),
  square: (pen, r) => pen.rect(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8),
  diamond: (pen, r) => {
    pen.moveTo(0, -r * 1.2)
    pen.lineTo(r * 1.2, 0)
    pen.lineTo(0, r * 1.2)
    pen.lineTo(-r * 1.2, 0)
    pen.closePath()
  },
  sign: (pen, r) => pen.roundRect(-r * 1.3, -r * 0.78, r * 2.6, r * 1.56, 2),
  hexagon: (pen, r) => {
    for (let corner = 0; corner < 6; corner++) {
      const turn = (corner * Math.PI) / 3
      pen.lineTo(r * 1.2 * Math.cos(turn), r * 1.2 * Math.sin(turn))
    }
    pen.closePath()
  },
  triangle: (pen, r) => {
    pen.moveTo(0, -r * 1.25)
    pen.lineTo(r * 1.3, r)
    pen.lineTo(-r * 1.3, r)
    pen.closePath()
  },
}

/** Vertical offset of the sign: a triangle has more room further down. */
const drawSign = (shape: MarkShape): number => (shape === 'triangle' ? 3 : 0.5)

/** The arrow of an exit sign without a state to show. */
function drawArrow(pen: CanvasRenderingContext2D, r: number, ink: string): void {
  pen.strokeStyle = ink
  pen.lineWidth = 1.6
  pen.beginPath()
  pen.moveTo(-r * 0.75, 0)
  pen.lineTo(r * 0.75, 0)
  pen.moveTo(r * 0.35, -r * 0.38)
  pen.lineTo(r * 0.75, 0)
  pen.lineTo(r * 0.35, r * 0.38)
  pen.stroke()
}

function drawLabel(pen: CanvasRenderingContext2D, label: string, { text, surface }: Inks): void {
  pen.font = '600 11px "Inter Variable", sans-serif'
  const width = pen.measureText(label).width + 10
  pen.fillStyle = text
  pen.beginPath()
  pen.roundRect(-width / 2, -34, width, 17, 4)
  pen.fill()
  pen.fillStyle = surface
  pen.fillText(label, 0, -25)
}

const radiusOf = ({ tone, look }: Pick<Mark, 'tone' | 'look'>): number =>
  large.has(tone) && !look ? largeRadius : defaultRadius

/** Draws a mark's shape and state around the origin. */
export function drawBody(pen: CanvasRenderingContext2D, { tone, shape, look }: Mark, inks: Inks): void {
  if (look) {
    drawStyle(pen, { shape, look }, inks)
    return
  }
  const r = radiusOf({ tone })
  const ink = inks[tone]
  pen.lineWidth = 2
  pen.setLineDash(dashed.has(tone) ? [3, 2] : [])
  pen.beginPath()
  outline[shape](pen, r)
  pen.fillStyle = solid.has(tone) ? ink : inks.surface
  pen.fill()
  pen.strokeStyle = tone === 'warning' ? inks.text : ink
  pen.stroke()
  pen.setLineDash([])
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  const sign = signs[tone]
  if (sign) {
    pen.font = '700 13px "Inter Variable", sans-serif'
    pen.fillStyle = solid.has(tone) ? (tone === 'warning' ? '#121820' : '#fff') : ink
    pen.fillText(sign, 0, drawSign(shape))
  } else if (shape === 'sign') drawArrow(pen, r, ink)
}

export type MarkSurroundings = { inks: Inks; isSelected: boolean; hasLabel: boolean; hasValues: boolean }

/** Draws a mark's surroundings: its selection, its number, and its layer's text. */
export function drawSurroundings(pen: CanvasRenderingContext2D, mark: Mark, around: MarkSurroundings): void {
  const { inks, isSelected, hasLabel, hasValues } = around
  const { label, value } = mark
  const r = radiusOf(mark)
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  if (isSelected) {
    pen.beginPath()
    pen.arc(0, 0, r + 7, 0, 2 * Math.PI)
    pen.strokeStyle = inks.brand
    pen.lineWidth = 2.5
    pen.stroke()
  }
  if (hasLabel || isSelected) drawLabel(pen, label, inks)
  if (!value || !hasValues) return
  pen.font = '600 11px "Inter Variable", sans-serif'
  pen.lineWidth = 3
  pen.strokeStyle = inks.surface
  pen.strokeText(value, 0, r + 10)
  pen.fillStyle = inks.text
  pen.fillText(value, 0, r + 10)
}

/** A mark in a layer's style: same shape, partly filled, with a sign. */
function drawStyle(
  pen: CanvasRenderingContext2D,
  { shape, look: { ink, sign, fill } }: Pick<Mark, 'shape'> & { look: MarkStyle },
  inks: Inks,
): void {
  const [r, colour] = [defaultRadius, inks[ink]]
  pen.lineWidth = 2
  pen.beginPath()
  outline[shape](pen, r)
  pen.fillStyle = inks.surface
  pen.fill()
  if (fill > 0) {
    pen.save()
    pen.clip()
    pen.fillStyle = colour
    pen.fillRect(-r * 1.3, r - 2 * r * fill, r * 2.6, 2.6 * r)
    pen.restore()
  }
  pen.beginPath()
  outline[shape](pen, r)
  pen.strokeStyle = colour
  pen.stroke()
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.font = '700 11px "Inter Variable", sans-serif'
  pen.fillStyle = fill >= 1 ? inks.surface : colour
  pen.fillText(sign, 0, drawSign(shape))
}

/** The number of joined marks, with the sign of their worst state. */
export const clusterLabel = ({ tone, count }: Pick<Mark, 'tone'> & { count: number }): string =>
  `${signs[tone] ?? ''}${signs[tone] ? ' ' : ''}${count}`

/** Joined marks: their number, with the color and sign of their worst state. */
export function drawCluster(
  pen: CanvasRenderingContext2D,
  joined: Pick<Mark, 'tone'> & { count: number },
  inks: Inks,
): void {
  const { tone } = joined
  const text = clusterLabel(joined)
  pen.font = '700 12px "Inter Variable", sans-serif'
  const width = Math.max(26, pen.measureText(text).width + 14)
  pen.setLineDash(dashed.has(tone) ? [3, 2] : [])
  pen.beginPath()
  pen.roundRect(-width / 2, -13, width, 26, 13)
  pen.fillStyle = solid.has(tone) ? inks[tone] : inks.surface
  pen.fill()
  pen.lineWidth = 2.5
  pen.strokeStyle = tone === 'warning' ? inks.text : inks[tone]
  pen.stroke()
  pen.setLineDash([])
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = solid.has(tone) ? (tone === 'warning' ? '#121820' : '#fff') : inks.text
  pen.fillText(text, 0, 0.5)
}
