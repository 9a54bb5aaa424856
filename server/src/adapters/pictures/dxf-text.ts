import type { Spot } from './dxf-curves.ts'

/** A text as a drawing has it: how wide it may run, and where of it the spot is; on its line and to its right where neither is said. */
export type DxfText = {
  text: string
  at: Spot
  /** Of capital letters, in units of the drawing. */
  height: number
  /** In radians, against the clock. */
  turned: number
  /** Units after which it goes on beneath; 0 for never. */
  width?: number
  across?: 'start' | 'middle' | 'end'
  down?: 'top' | 'middle' | 'bottom'
}

/** Parts of the height of its capitals that a letter is wide, and a line is high. */
const letter = 0.75
const line = 1.67

/** Lines of one text that are drawn. */
const mostLines = 60

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

const linesOf = ({ text, width = 0, height }: DxfText): string[] => {
  const columns = width > 0 ? Math.max(1, Math.floor(width / (height * letter))) : Number.POSITIVE_INFINITY
  return text
    .split('\n')
    .flatMap((one) => wrapped(one, columns))
    .slice(0, mostLines)
}

/** The lines of a text, each with where it begins, or has its middle or its end; and the corners of what they cover. */
export const layText = (shape: DxfText): { lines: { text: string; at: Spot }[]; corners: Spot[] } => {
  const { at, height, turned, across = 'start', down } = shape
  const texts = linesOf(shape)
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)]
  const placed = (x: number, y: number): Spot => [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos]
  const below = (texts.length - 1) * line * height
  const first = down === 'top' ? -height : down === 'middle' ? (below - height) / 2 : down === 'bottom' ? below : 0
  const wide = Math.max(...texts.map(({ length }) => length)) * letter * height
  const left = across === 'start' ? 0 : across === 'middle' ? -wide / 2 : -wide
  return {
    lines: texts.map((text, row) => ({ text, at: placed(0, first - row * line * height) })),
    corners: [
      placed(left, first + height),
      placed(left + wide, first + height),
      placed(left + wide, first - below),
      placed(left, first - below),
    ],
  }
}
