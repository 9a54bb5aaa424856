import { directionIn, type Frame, type Point, pointIn } from './dxf-geometry.ts'

/** A position on a drawing seen from above, or on a picture. */
export type Spot = readonly [x: number, y: number]

/** Which part of a text lies at its point. */
export type TextPlace = {
  across: 'start' | 'middle' | 'end'
  down: 'base' | 'top' | 'middle' | 'bottom'
}

/** A text of a drawing. */
export type DxfText = TextPlace & {
  text: string
  at: Spot
  /** Height of capital letters, in units of the drawing. */
  height: number
  /** Width of its letters, as a multiple of the usual one. */
  stretch: number
  /** Rotation in radians, counterclockwise. */
  turned: number
  /** Width in units after which the text wraps; 0 for never. */
  width: number
}

const oppositeAcross = { start: 'end', middle: 'middle', end: 'start' } as const
/** A text flipped vertically hangs below its point instead of standing on it. */
const oppositeDown = { base: 'top', top: 'bottom', middle: 'middle', bottom: 'top' } as const

type PlacedText = Omit<DxfText, 'at' | 'turned'> & { at: Point; along: Point; up: Point }

/** A text seen from above in a frame. Mirrored text covers the same area, and stays readable. */
export const textIn = (frame: Frame, { along, up, at, ...text }: PlacedText): DxfText => {
  const [ax, ay] = directionIn(frame, along)
  const [ux, uy] = directionIn(frame, up)
  const [x, y] = pointIn(frame, at)
  const placedText = {
    ...text,
    at: [x, y] as const,
    height: text.height * Math.hypot(ux, uy),
    stretch: (text.stretch * Math.hypot(ax, ay)) / Math.hypot(ux, uy),
    width: text.width * Math.hypot(ax, ay),
    turned: Math.atan2(ay, ax),
  }
  if (ax * uy - ay * ux >= 0) return placedText
  if (uy < 0) return { ...placedText, down: oppositeDown[text.down] }
  return { ...placedText, turned: Math.atan2(-ay, -ax), across: oppositeAcross[text.across] }
}

/** Width of a letter and height of a line, as multiples of the capital height. */
export const letterWidth = 0.75
const lineHeight = 1.67

/** Maximum lines drawn per text. */
const maxLines = 60

const wrapText = (text: string, columns: number): string[] => {
  const lines: string[] = []
  let currentLine = ''
  for (const word of text.split(' ')) {
    const extendedLine = currentLine === '' ? word : `${currentLine} ${word}`
    if (currentLine !== '' && extendedLine.length > columns) {
      lines.push(currentLine)
      currentLine = word
    } else currentLine = extendedLine
  }
  return [...lines, currentLine]
}

const linesOf = ({ text, width, height, stretch }: DxfText): string[] => {
  const letter = height * stretch * letterWidth
  const columns = width > 0 ? Math.max(1, Math.floor(width / letter)) : Number.POSITIVE_INFINITY
  return text
    .split('\n')
    .flatMap((one) => wrapText(one, columns))
    .slice(0, maxLines)
}

/** The lines of a text with their start, middle or end points, and the corners of the covered area. */
export const layText = (shape: DxfText): { lines: { text: string; at: Spot }[]; corners: Spot[] } => {
  const { at, height, stretch, turned, across, down } = shape
  const texts = linesOf(shape)
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)]
  const toSpot = (x: number, y: number): Spot => [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos]
  const below = (texts.length - 1) * lineHeight * height
  const first = { base: 0, top: -height, middle: (below - height) / 2, bottom: below }[down]
  const blockWidth = Math.max(...texts.map(({ length }) => length)) * letterWidth * stretch * height
  const leftEdge = { start: 0, middle: -blockWidth / 2, end: -blockWidth }[across]
  return {
    lines: texts.map((text, row) => ({ text, at: toSpot(0, first - row * lineHeight * height) })),
    corners: [
      toSpot(leftEdge, first + height),
      toSpot(leftEdge + blockWidth, first + height),
      toSpot(leftEdge + blockWidth, first - below),
      toSpot(leftEdge, first - below),
    ],
  }
}
