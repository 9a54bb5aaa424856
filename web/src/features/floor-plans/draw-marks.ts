import type { StateTone } from '../../shared/theme/tokens.ts'

/** The shape says what it is and never changes; colour and sign say how it is. */
export type MarkShape = 'circle' | 'square' | 'diamond'
export type Mark = { key: string; x: number; y: number; tone: StateTone; shape: MarkShape; label: string }

export type Inks = Record<StateTone, string> & { brand: string; text: string; surface: string }

/** Pixels on the screen from the middle of a mark to its edge; those that matter most are larger. */
const usualRadius = 9
const largeRadius = 11

const solid: ReadonlySet<StateTone> = new Set(['emergency', 'error', 'warning', 'inhibited'])
const large: ReadonlySet<StateTone> = new Set(['emergency', 'error'])
const dashed: ReadonlySet<StateTone> = new Set(['offline', 'test'])
const signs: Partial<Record<StateTone, string>> = {
  ...{ emergency: 'ϟ', error: '!', warning: '!', inhibited: 'ǁ', test: '•', offline: '∕', 'not-executed': '?' },
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

/** Draws one mark about the origin, as large on the screen at every zoom. */
export function drawMark(
  pen: CanvasRenderingContext2D,
  { tone, shape, label }: Mark,
  { inks, isSelected, hasLabel }: { inks: Inks; isSelected: boolean; hasLabel: boolean },
): void {
  const r = large.has(tone) ? largeRadius : usualRadius
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
    pen.fillText(sign, 0, 0.5)
  }
  if (isSelected) {
    pen.beginPath()
    pen.arc(0, 0, r + 7, 0, 2 * Math.PI)
    pen.strokeStyle = inks.brand
    pen.lineWidth = 2.5
    pen.stroke()
  }
  if (hasLabel || isSelected) drawLabel(pen, label, inks)
}
