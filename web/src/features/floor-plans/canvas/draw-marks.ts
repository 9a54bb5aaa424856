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
  /** A layer's style in place of the state's. */
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
const largeTones: ReadonlySet<StateTone> = new Set(['emergency', 'error'])
const dashed: ReadonlySet<StateTone> = new Set(['offline', 'test'])
const signByTone: Partial<Record<StateTone, string>> = {
  emergency: 'ϟ',
  error: '!',
  warning: '!',
  inhibited: 'ǁ',
  test: '•',
  offline: '∕',
  'not-executed': '?',
}

const outline: Record<MarkShape, (context: CanvasRenderingContext2D, r: number) => void> = {
  circle: (context, r) => context.arc(0, 0, r, 0, 2 * Math.PI),
  square: (context, r) => context.rect(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8),
  diamond: (context, r) => {
    context.moveTo(0, -r * 1.2)
    context.lineTo(r * 1.2, 0)
    context.lineTo(0, r * 1.2)
    context.lineTo(-r * 1.2, 0)
    context.closePath()
  },
  sign: (context, r) => context.roundRect(-r * 1.3, -r * 0.78, r * 2.6, r * 1.56, 2),
  hexagon: (context, r) => {
    for (let corner = 0; corner < 6; corner++) {
      const angle = (corner * Math.PI) / 3
      context.lineTo(r * 1.2 * Math.cos(angle), r * 1.2 * Math.sin(angle))
    }
    context.closePath()
  },
  triangle: (context, r) => {
    context.moveTo(0, -r * 1.25)
    context.lineTo(r * 1.3, r)
    context.lineTo(-r * 1.3, r)
    context.closePath()
  },
}

/** Vertical offset of the sign: a triangle has more room further down. */
const drawSign = (shape: MarkShape): number => (shape === 'triangle' ? 3 : 0.5)

/** The arrow of an exit sign without a state to show. */
function drawArrow(context: CanvasRenderingContext2D, r: number, ink: string): void {
  context.strokeStyle = ink
  context.lineWidth = 1.6
  context.beginPath()
  context.moveTo(-r * 0.75, 0)
  context.lineTo(r * 0.75, 0)
  context.moveTo(r * 0.35, -r * 0.38)
  context.lineTo(r * 0.75, 0)
  context.lineTo(r * 0.35, r * 0.38)
  context.stroke()
}

function drawLabel(context: CanvasRenderingContext2D, label: string, { text, surface }: Inks): void {
  context.font = '600 11px "Inter Variable", sans-serif'
  const width = context.measureText(label).width + 10
  context.fillStyle = text
  context.beginPath()
  context.roundRect(-width / 2, -34, width, 17, 4)
  context.fill()
  context.fillStyle = surface
  context.fillText(label, 0, -25)
}

const radiusOf = ({ tone, look }: Pick<Mark, 'tone' | 'look'>): number =>
  largeTones.has(tone) && !look ? largeRadius : defaultRadius

/** Draws a mark's shape and state around the origin. */
export function drawBody(context: CanvasRenderingContext2D, { tone, shape, look }: Mark, colors: Inks): void {
  if (look) {
    drawStyle(context, { shape, look }, colors)
    return
  }
  const r = radiusOf({ tone })
  const ink = colors[tone]
  context.lineWidth = 2
  context.setLineDash(dashed.has(tone) ? [3, 2] : [])
  context.beginPath()
  outline[shape](context, r)
  context.fillStyle = solid.has(tone) ? ink : colors.surface
  context.fill()
  context.strokeStyle = tone === 'warning' ? colors.text : ink
  context.stroke()
  context.setLineDash([])
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const sign = signByTone[tone]
  if (sign) {
    context.font = '700 13px "Inter Variable", sans-serif'
    context.fillStyle = solid.has(tone) ? (tone === 'warning' ? '#121820' : '#fff') : ink
    context.fillText(sign, 0, drawSign(shape))
  } else if (shape === 'sign') drawArrow(context, r, ink)
}

export type MarkSurroundings = { inks: Inks; isSelected: boolean; hasLabel: boolean; hasValues: boolean }

/** Draws a mark's surroundings: its selection, its number, and its layer's text. */
export function drawSurroundings(context: CanvasRenderingContext2D, mark: Mark, surroundings: MarkSurroundings): void {
  const { inks: colors, isSelected, hasLabel, hasValues } = surroundings
  const { label, value } = mark
  const r = radiusOf(mark)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  if (isSelected) {
    context.beginPath()
    context.arc(0, 0, r + 7, 0, 2 * Math.PI)
    context.strokeStyle = colors.brand
    context.lineWidth = 2.5
    context.stroke()
  }
  if (hasLabel || isSelected) drawLabel(context, label, colors)
  if (!value || !hasValues) return
  context.font = '600 11px "Inter Variable", sans-serif'
  context.lineWidth = 3
  context.strokeStyle = colors.surface
  context.strokeText(value, 0, r + 10)
  context.fillStyle = colors.text
  context.fillText(value, 0, r + 10)
}

/** A mark in a layer's style: same shape, partly filled, with a sign. */
function drawStyle(
  context: CanvasRenderingContext2D,
  { shape, look: { ink, sign, fill } }: Pick<Mark, 'shape'> & { look: MarkStyle },
  colors: Inks,
): void {
  const [r, colour] = [defaultRadius, colors[ink]]
  context.lineWidth = 2
  context.beginPath()
  outline[shape](context, r)
  context.fillStyle = colors.surface
  context.fill()
  if (fill > 0) {
    context.save()
    context.clip()
    context.fillStyle = colour
    context.fillRect(-r * 1.3, r - 2 * r * fill, r * 2.6, 2.6 * r)
    context.restore()
  }
  context.beginPath()
  outline[shape](context, r)
  context.strokeStyle = colour
  context.stroke()
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = '700 11px "Inter Variable", sans-serif'
  context.fillStyle = fill >= 1 ? colors.surface : colour
  context.fillText(sign, 0, drawSign(shape))
}

/** The number of joined marks, with the sign of their worst state. */
export const clusterLabel = ({ tone, count }: Pick<Mark, 'tone'> & { count: number }): string =>
  `${signByTone[tone] ?? ''}${signByTone[tone] ? ' ' : ''}${count}`

/** Joined marks: their number, with the color and sign of their worst state. */
export function drawCluster(
  context: CanvasRenderingContext2D,
  cluster: Pick<Mark, 'tone'> & { count: number },
  colors: Inks,
): void {
  const { tone } = cluster
  const text = clusterLabel(cluster)
  context.font = '700 12px "Inter Variable", sans-serif'
  const width = Math.max(26, context.measureText(text).width + 14)
  context.setLineDash(dashed.has(tone) ? [3, 2] : [])
  context.beginPath()
  context.roundRect(-width / 2, -13, width, 26, 13)
  context.fillStyle = solid.has(tone) ? colors[tone] : colors.surface
  context.fill()
  context.lineWidth = 2.5
  context.strokeStyle = tone === 'warning' ? colors.text : colors[tone]
  context.stroke()
  context.setLineDash([])
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = solid.has(tone) ? (tone === 'warning' ? '#121820' : '#fff') : colors.text
  context.fillText(text, 0, 0.5)
}
