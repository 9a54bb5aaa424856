import type { PlanMeasure, PlanSpot } from './floor-plan.ts'

/** Pixels of a drawing, of which its places are parts. */
export type DrawingSize = { width: number; height: number }

/** Pixels between two places of a drawing. */
export const pixelsBetween = ({ width, height }: DrawingSize, a: PlanSpot, b: PlanSpot): number =>
  Math.hypot((a.x - b.x) * width, (a.y - b.y) * height)

/** Metres that a pixel stands for where the longer side stands for so many. */
export const metresOfPixel = ({ width, height }: DrawingSize, longSideM: number): number =>
  longSideM / Math.max(width, height)

/** Metres between two places of a drawing. */
export const metresBetween = (size: DrawingSize, longSideM: number, a: PlanSpot, b: PlanSpot): number =>
  pixelsBetween(size, a, b) * metresOfPixel(size, longSideM)

/** Metres that the longer side stands for, by two points and the metres between them. */
export const longSideOf = (size: DrawingSize, { from, to, lengthM }: PlanMeasure): number =>
  (lengthM * Math.max(size.width, size.height)) / pixelsBetween(size, from, to)
