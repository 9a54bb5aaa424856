import type { PlanAlignment, PlanMeasure, PlanSpot } from './floor-plan.ts'

/** Size of a drawing in pixels; places are fractions of it. */
export type DrawingSize = { width: number; height: number }

/** Pixels between two places of a drawing. */
export const pixelsBetween = ({ width, height }: DrawingSize, a: PlanSpot, b: PlanSpot): number =>
  Math.hypot((a.x - b.x) * width, (a.y - b.y) * height)

/** Meters per pixel, from the meters of the longer side. */
export const metresOfPixel = ({ width, height }: DrawingSize, longSideM: number): number =>
  longSideM / Math.max(width, height)

/** Meters between two places of a drawing. */
export const metresBetween = (size: DrawingSize, longSideM: number, a: PlanSpot, b: PlanSpot): number =>
  pixelsBetween(size, a, b) * metresOfPixel(size, longSideM)

/** Meters of the longer side, from two points and the meters between them. */
export const longSideOf = (size: DrawingSize, { from, to, lengthM }: PlanMeasure): number =>
  (lengthM * Math.max(size.width, size.height)) / pixelsBetween(size, from, to)

/**
 * Maps places of a drawing to the newer one by two points: shift, rotation and scale. Computed in square pixels,
 * because fractions of the drawing are not square. Places outside the newer drawing lie outside 0 to 1.
 */
export const alignment = (
  before: DrawingSize,
  now: DrawingSize,
  { first, second }: PlanAlignment,
): ((place: PlanSpot) => PlanSpot) => {
  const line = ({ width, height }: DrawingSize, from: PlanSpot, to: PlanSpot) => ({
    x: (to.x - from.x) * width,
    y: (to.y - from.y) * height,
  })
  const oldVector = line(before, first.before, second.before)
  const newVector = line(now, first.now, second.now)
  const square = oldVector.x ** 2 + oldVector.y ** 2
  const scaledCosine = (newVector.x * oldVector.x + newVector.y * oldVector.y) / square
  const scaledSine = (newVector.y * oldVector.x - newVector.x * oldVector.y) / square
  return (place) => {
    const { x, y } = line(before, first.before, place)
    return {
      x: first.now.x + (scaledCosine * x - scaledSine * y) / now.width,
      y: first.now.y + (scaledSine * x + scaledCosine * y) / now.height,
    }
  }
}

/** Meters of the longer side of the newer drawing, from those of the previous one. */
export const alignedLongSide = (
  before: DrawingSize & { longSideM: number },
  now: DrawingSize,
  { first, second }: PlanAlignment,
): number => {
  const metres = metresBetween(before, before.longSideM, first.before, second.before)
  return longSideOf(now, { from: first.now, to: second.now, lengthM: metres })
}

/** Clamps a place to the edges of the drawing. */
export const clampToDrawing = ({ x, y }: PlanSpot): PlanSpot => ({
  x: Math.min(1, Math.max(0, x)),
  y: Math.min(1, Math.max(0, y)),
})

/** Whether a place is within a closed outline of any shape: a ray to the right crosses an odd number of its sides. */
export const isInOutline = (outline: readonly PlanSpot[], { x, y }: PlanSpot): boolean => {
  let isInside = false
  for (const [at, a] of outline.entries()) {
    const b = outline.at(at - 1) ?? a
    if (a.y > y !== b.y > y && x < a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)) isInside = !isInside
  }
  return isInside
}
