import type { Spot } from '../draft.ts'

/** Where a dragged lamp aligns with another, in pixels of the drawing. */
export type SnapResult = { at: Spot; lineX: number | null; lineY: number | null }

/** The nearest value within reach, if any. */
const findNearest = (value: number, candidates: readonly number[], maxDistance: number): number | null => {
  let closest: number | null = null
  for (const candidate of candidates)
    if (Math.abs(candidate - value) <= (closest === null ? maxDistance : Math.abs(closest - value))) closest = candidate
  return closest
}

/** Snaps a spot to horizontally or vertically aligned ones within reach. */
export function snapTo([x, y]: Spot, candidates: readonly Spot[], maxDistance: number): SnapResult {
  const lineX = findNearest(
    x,
    candidates.map((other) => other[0]),
    maxDistance,
  )
  const lineY = findNearest(
    y,
    candidates.map((other) => other[1]),
    maxDistance,
  )
  return { at: [lineX ?? x, lineY ?? y], lineX, lineY }
}
