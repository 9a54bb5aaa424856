import type { Spot } from '../draft.ts'

/** Where a dragged lamp aligns with another, in pixels of the drawing. */
export type SnapResult = { at: Spot; lineX: number | null; lineY: number | null }

/** The nearest value within reach, if any. */
const nearest = (value: number, others: readonly number[], reach: number): number | null => {
  let best: number | null = null
  for (const other of others)
    if (Math.abs(other - value) <= (best === null ? reach : Math.abs(best - value))) best = other
  return best
}

/** Snaps a spot to others that are horizontally or vertically aligned within reach. */
export function snapTo([x, y]: Spot, others: readonly Spot[], reach: number): SnapResult {
  const lineX = nearest(
    x,
    others.map((other) => other[0]),
    reach,
  )
  const lineY = nearest(
    y,
    others.map((other) => other[1]),
    reach,
  )
  return { at: [lineX ?? x, lineY ?? y], lineX, lineY }
}
