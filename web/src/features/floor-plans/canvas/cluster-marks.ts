import type { StateTone } from '../../../shared/theme/tokens.ts'
import type { Mark } from './draw-marks.ts'
import type { Point } from './pointers.ts'

/** Overlapping marks as one: their number and the worst state. Coordinates are fractions of the drawing. */
export type MarkCluster = Pick<Mark, 'x' | 'y' | 'tone'> & { count: number }

/** Ordered from the worst. */
export const worstFirst: readonly StateTone[] = [
  ...(['emergency', 'error', 'offline', 'inhibited', 'warning', 'not-executed', 'test', 'ok'] as const),
]

/** Cell size in screen pixels within which marks are joined once they are too many to tell apart. */
const cellPx = 30
const minClusterSize = 4

/** More than the number of cell rows on any plan. */
const maxRows = 1_000_003

/** Joins marks by screen position; marks in `separateKeys` stay single. */
export function clusterMarks(
  marks: readonly Mark[],
  screenOf: (mark: Mark) => Point,
  separateKeys: ReadonlySet<string>,
): { single: readonly Mark[]; joined: readonly MarkCluster[] } {
  const cells = new Map<number, Mark[]>()
  const singleMarks: Mark[] = []
  for (const mark of marks) {
    if (separateKeys.has(mark.key)) {
      singleMarks.push(mark)
      continue
    }
    const { x, y } = screenOf(mark)
    const cell = Math.floor(x / cellPx) * maxRows + Math.floor(y / cellPx)
    const cellMarks = cells.get(cell)
    if (cellMarks) cellMarks.push(mark)
    else cells.set(cell, [mark])
  }
  const clusters: MarkCluster[] = []
  for (const cellMarks of cells.values()) {
    if (cellMarks.length < minClusterSize) singleMarks.push(...cellMarks)
    else clusters.push(createCluster(cellMarks))
  }
  return { single: singleMarks, joined: clusters }
}

function createCluster(marks: readonly Mark[]): MarkCluster {
  let [x, y, worstRank] = [0, 0, worstFirst.length]
  for (const mark of marks) {
    x += mark.x / marks.length
    y += mark.y / marks.length
    const at = worstFirst.indexOf(mark.tone)
    if (at >= 0) worstRank = Math.min(worstRank, at)
  }
  return { x, y, tone: worstFirst[worstRank] ?? 'ok', count: marks.length }
}
