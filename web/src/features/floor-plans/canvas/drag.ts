import type { DrawingSize } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { Spot } from '../draft.ts'
import type { Mark } from './draw-marks.ts'
import { type SnapResult, snapTo } from './snap.ts'

/** Lamps being dragged: which, the start of the one under the pointer, its offset, and its alignment. */
export type Drag = { keys: ReadonlySet<string>; from: Spot; by: Spot; lines: SnapResult | null }

/** Alignment of the dragged lamp with the unmoved ones, within a distance in pixels of the drawing. */
export function linesOf(
  { keys, from, by: offset }: Drag,
  marks: readonly Mark[],
  { width, height }: DrawingSize,
  maxDistance: number,
): SnapResult {
  const otherPositions = marks.filter(({ key }) => !keys.has(key)).map(({ x, y }): Spot => [x * width, y * height])
  return snapTo([(from[0] + offset[0]) * width, (from[1] + offset[1]) * height], otherPositions, maxDistance)
}

/** Offset of the dragged lamps, snapped to a nearby line. */
export function offsetOf({ from, by: offset, lines }: Drag, { width, height }: DrawingSize): Spot {
  return lines ? [lines.at[0] / width - from[0], lines.at[1] / height - from[1]] : offset
}
