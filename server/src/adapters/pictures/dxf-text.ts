import { directionIn, type Frame, type Point, pointIn } from './dxf-geometry.ts'

/** A place of a drawing seen from above, or of a picture. */
export type Spot = readonly [x: number, y: number]

/** Which part of a text is at its point. */
export type TextPlace = {
  across: 'start' | 'middle' | 'end'
  down: 'base' | 'top' | 'middle' | 'bottom'
}

/** A text as a drawing has it. */
export type DxfText = TextPlace & {
  text: string
  at: Spot
  /** Of capital letters, in units of the drawing. */
  height: number
  /** In radians, counterclockwise. */
  turned: number
  /** Units after which it goes on beneath; 0 for never. */
  width: number
}

const oppositeAcross = { start: 'end', middle: 'middle', end: 'start' } as const
/** A line that stands on its point hangs from it once it is turned over. */
const oppositeDown = { base: 'top', top: 'bottom', middle: 'middle', bottom: 'top' } as const

type PlacedText = Omit<DxfText, 'at' | 'turned'> & { at: Point; along: Point; up: Point }

/** A text as it is seen from above in a frame. One that is mirrored covers the same place, and can be read. */
export const textIn = (frame: Frame, { along, up, at, ...text }: PlacedText): DxfText => {
  const [ax, ay] = directionIn(frame, along)
  const [ux, uy] = directionIn(frame, up)
  const [x, y] = pointIn(frame, at)
  const seen = {
    ...text,
    at: [x, y] as const,
    height: text.height * Math.hypot(ux, uy),
    width: text.width * Math.hypot(ax, ay),
    turned: Math.atan2(ay, ax),
  }
  if (ax * uy - ay * ux >= 0) return seen
  if (uy < 0) return { ...seen, down: oppositeDown[text.down] }
  return { ...seen, turned: Math.atan2(-ay, -ax), across: oppositeAcross[text.across] }
}

/** Parts of the height of its capitals that a letter is wide, and a line is high. */
export const letterWidth = 0.75
const lineHeight = 1.67

/** Lines of one text that are drawn. */
const maxLines = 60

const wrapped = (text: string, columns: number): string[] => {
  const lines: string[] = []
  let now = ''
  for (const word of text.split(' ')) {
    const longer = now === '' ? word : `${now} ${word}`
    if (now !== '' && longer.length > columns) {
      lines.push(now)
      now = word
    } else now = longer
  }
  return [...lines, now]
}

const linesOf = ({ text, width, height }: DxfText): string[] => {
  const columns = width > 0 ? Math.max(1, Math.floor(width / (height * letterWidth))) : Number.POSITIVE_INFINITY
  return text
    .split('\n')
    .flatMap((one) => wrapped(one, columns))
    .slice(0, maxLines)
}

/** The lines of a text, each with where it begins, or has its middle or its end; and the corners of what they cover. */
export const layText = (shape: DxfText): { lines: { text: string; at: Spot }[]; corners: Spot[] } => {
  const { at, height, turned, across, down } = shape
  const texts = linesOf(shape)
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)]
  const placed = (x: number, y: number): Spot => [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos]
  const below = (texts.length - 1) * lineHeight * height
  const first = { base: 0, top: -height, middle: (below - height) / 2, bottom: below }[down]
  const wide = Math.max(...texts.map(({ length }) => length)) * letterWidth * height
  const left = { start: 0, middle: -wide / 2, end: -wide }[across]
  return {
    lines: texts.map((text, row) => ({ text, at: placed(0, first - row * lineHeight * height) })),
    corners: [
      placed(left, first + height),
      placed(left + wide, first + height),
      placed(left + wide, first - below),
      placed(left, first - below),
    ],
  }
}
