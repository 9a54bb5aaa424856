import type { UnitState } from '@vigilux/contract/features/central-units/unit-state.ts'

/** As on the screen: the shape is the device, color and sign its state. Marks have an edge, as paper is white. */
export type PlanMark = { kind: MarkKind; condition: UnitState }
export const markKinds = ['emergency', 'exitSign', 'lighting', 'other', 'unit', 'bluetoothGateway'] as const
export type MarkKind = (typeof markKinds)[number]

/** Millimeters from the center of a mark to its edge, and to its text. */
const radius = 1.6
const textMm = 2.2
/** Horizontal distance for wider marks. */
const labelWidth: Partial<Record<MarkKind, number>> = { exitSign: 2.2, unit: 2, bluetoothGateway: 2 }
const reachOf = (kind: MarkKind): number => labelWidth[kind] ?? radius
/** Upper bound of the average letter width, as a fraction of the text height. */
const maxLetterWidth = 0.6

const inks: Record<UnitState, string> = {
  emergency: '#A84300',
  error: '#B81D2E',
  offline: '#4F5B6A',
  inhibited: '#6B3FB5',
  warning: '#7D5700',
  notExecuted: '#4F5B6A',
  testRunning: '#0B6E86',
  unknown: '#4F5B6A',
  ok: '#17734A',
  notAcquired: '#4F5B6A',
  disabled: '#6B3FB5',
}
const solidStates: ReadonlySet<UnitState> = new Set(['emergency', 'error', 'inhibited', 'warning', 'disabled'])
const dashedStates: ReadonlySet<UnitState> = new Set(['offline', 'testRunning', 'unknown', 'notAcquired'])

/** Signs as strokes around the center, so none needs a font. */
const signs: Partial<Record<UnitState, string>> = {
  emergency: 'M.3-.9-.4.1H.4L-.3.9',
  error: 'M0-.9V.2M0 .7V.8',
  warning: 'M0-.9V.2M0 .7V.8',
  inhibited: 'M-.35-.7V.7M.35-.7V.7',
  offline: 'M.6-.8-.6.8',
  unknown: 'M.6-.8-.6.8',
  notExecuted: 'M-.4-.5C-.3-1 .5-1 .4-.4 .3 0 0 0 0 .3M0 .7V.8',
  testRunning: 'M0-.1V.1',
  notAcquired: 'M-.4-.5C-.3-1 .5-1 .4-.4 .3 0 0 0 0 .3M0 .7V.8',
  disabled: 'M-.35-.7V.7M.35-.7V.7',
}
/** The sign of an exit sign when no state has to be shown. */
const arrow = 'M-1.2 0H1.1M.4-.6 1.1 0 .4.6'

const outlines: Record<MarkKind, string> = {
  emergency: `<circle r="${radius}"/>`,
  lighting: `<rect x="-1.45" y="-1.45" width="2.9" height="2.9"/>`,
  exitSign: '<rect x="-2.2" y="-1.3" width="4.4" height="2.6" rx=".3"/>',
  other: '<path d="M0-1.9 1.9 0 0 1.9-1.9 0Z"/>',
  unit: '<path d="M-2 0-1-1.73H1L2 0 1 1.73H-1Z"/>',
  bluetoothGateway: '<path d="M0-2 2 1.5H-2Z"/>',
}

const drawMark = ({ kind, condition }: PlanMark): string => {
  const ink = inks[condition]
  const isSolid = solidStates.has(condition)
  const dashes = dashedStates.has(condition) ? ' stroke-dasharray=".6 .4"' : ''
  const sign = signs[condition] ?? (kind === 'exitSign' ? arrow : undefined)
  const edge = `<g fill="${isSolid ? ink : '#fff'}" stroke="${ink}" stroke-width=".35"${dashes}>${outlines[kind]}</g>`
  const signPath = `<path d="${sign}" fill="none" stroke="${isSolid ? '#fff' : ink}" stroke-width=".35" stroke-linecap="round"/>`
  return sign ? edge + signPath : edge
}

const svg = (x: number, y: number, width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="${x} ${y} ${width} ${height}">${content}</svg>`

/** A single mark, for the legend. */
export const markPicture = (mark: PlanMark): string => svg(-2.5, -2.2, 5, 4.4, drawMark(mark))

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Box = { left: number; top: number; right: number; bottom: number }
const overlaps = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Spatial grid of the drawn boxes, so a text is compared only with its neighbors. */
const boxesOf = (size: number) => {
  const cells = new Map<string, Box[]>()
  const cellsOf = ({ left, top, right, bottom }: Box): string[] => {
    const names: string[] = []
    for (let x = Math.floor(left / size); x <= Math.floor(right / size); x++)
      for (let y = Math.floor(top / size); y <= Math.floor(bottom / size); y++) names.push(`${x} ${y}`)
    return names
  }
  return {
    add: (box: Box) => {
      for (const cell of cellsOf(box)) cells.set(cell, [...(cells.get(cell) ?? []), box])
    },
    isFree: (box: Box) => cellsOf(box).every((cell) => !cells.get(cell)?.some((other) => overlaps(other, box))),
  }
}

export type PlacedMark = PlanMark & { x: number; y: number; number: string; name: string }

/**
 * Width and height in millimeters. Each mark has its number beside it, and its name below a number placed below,
 * wherever this covers no mark or other text. A mark without room for its number needs larger paper.
 */
export const drawPlanMarks = (marks: readonly PlacedMark[], width: number, height: number): string => {
  const takenBoxes = boxesOf(20)
  const at = ({ x, y }: PlacedMark) => [x * width, y * height] as const
  for (const mark of marks) {
    const [x, y] = at(mark)
    takenBoxes.add({ left: x - reachOf(mark.kind), top: y - radius, right: x + reachOf(mark.kind), bottom: y + radius })
  }
  /** Writes a text at the first of these offsets from the mark with room for it; returns the index of the offset. */
  const drawLabel = (
    mark: PlacedMark,
    text: string,
    offsets: readonly (readonly [number, number])[],
    weight: number,
  ) => {
    const [x, y] = at(mark)
    const halfWidth = (text.length * textMm * maxLetterWidth) / 2
    for (const [n, [dx, dy]] of offsets.entries()) {
      const box = { left: x + dx - halfWidth, top: y + dy, right: x + dx + halfWidth, bottom: y + dy + textMm }
      const isInside = box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height
      if (text === '' || !isInside || !takenBoxes.isFree(box)) continue
      takenBoxes.add(box)
      const place = `x="${(x + dx).toFixed(2)}" y="${(box.top + textMm * 0.85).toFixed(2)}" font-weight="${weight}"`
      return { n, drawn: `<text ${place}>${escapeXml(text)}</text>` }
    }
    return { n: -1, drawn: '' }
  }
  const below = radius + 0.2
  const numberSpots = ({ number: text, kind }: PlacedMark) => {
    const sideOffset = reachOf(kind) + 0.4 + (text.length * textMm * maxLetterWidth) / 2
    return [
      [0, below] as const,
      [0, -below - textMm] as const,
      [sideOffset, -textMm / 2] as const,
      [-sideOffset, -textMm / 2] as const,
    ]
  }
  const numbers = marks.map((mark) => drawLabel(mark, mark.number, numberSpots(mark), 600))
  const names = marks.map((mark, n) =>
    numbers[n]?.n === 0 ? drawLabel(mark, mark.name, [[0, below + textMm]], 400).drawn : '',
  )
  const drawnMarks = marks.map((mark) => {
    const [x, y] = at(mark)
    return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)})">${drawMark(mark)}</g>`
  })
  const halo = 'fill="#121820" stroke="#fff" stroke-width=".5" paint-order="stroke"'
  const texts = `<g font-family="Inter" font-size="${textMm}" text-anchor="middle" ${halo}>${numbers.map(({ drawn: number }) => number).join('')}${names.join('')}</g>`
  return svg(0, 0, width, height, texts + drawnMarks.join(''))
}
