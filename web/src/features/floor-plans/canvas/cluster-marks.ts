import type { StateTone } from '../../../shared/theme/tokens.ts'
import type { Mark } from './draw-marks.ts'
import type { Point } from './pointers.ts'

/** Marks that would lie on each other, as one: how many, in the worst of their states. Parts of the drawing, as marks. */
export type MarkCluster = Pick<Mark, 'x' | 'y' | 'tone'> & { count: number }

/** From the worst. */
export const worstFirst: readonly StateTone[] = [
  ...(['emergency', 'error', 'offline', 'inhibited', 'warning', 'not-executed', 'test', 'ok'] as const),
]

/** Pixels of the screen within which so many marks are joined: fewer can still be told apart. */
const cellPx = 30
const minClusterSize = 4

/** More than the cells on each other of any plan. */
const maxRows = 1_000_003

/** Joins marks by where they are on the screen; those in `apart` stay what they are. */
export function clusterMarks(
  marks: readonly Mark[],
  screenOf: (mark: Mark) => Point,
  apart: ReadonlySet<string>,
): { single: readonly Mark[]; joined: readonly MarkCluster[] } {
  const cells = new Map<number, Mark[]>()
  const single: Mark[] = []
  for (const mark of marks) {
    if (apart.has(mark.key)) {
      single.push(mark)
      continue
    }
    const { x, y } = screenOf(mark)
    const cell = Math.floor(x / cellPx) * maxRows + Math.floor(y / cellPx)
    const its = cells.get(cell)
    if (its) its.push(mark)
    else cells.set(cell, [mark])
  }
  const joined: MarkCluster[] = []
  for (const its of cells.values()) {
    if (its.length < minClusterSize) single.push(...its)
    else joined.push(createCluster(its))
  }
  return { single, joined }
}

function createCluster(marks: readonly Mark[]): MarkCluster {
  let [x, y, worst] = [0, 0, worstFirst.length]
  for (const mark of marks) {
    x += mark.x / marks.length
    y += mark.y / marks.length
    const at = worstFirst.indexOf(mark.tone)
    if (at >= 0) worst = Math.min(worst, at)
  }
  return { x, y, tone: worstFirst[worst] ?? 'ok', count: marks.length }
}
