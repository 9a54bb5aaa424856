import { type DrawingRequest, processDrawing } from '../adapters/pictures/process-drawing.ts'
import type { DrawingRead, DrawingRefusal, Drawings, DrawnPlan } from '../ports/drawings.ts'

/** Longer side of a plan in tests, in pixels. */
export const smallPlanSide = 512

const run = <T>(content: Uint8Array, choice: DrawingRequest['choice']) =>
  processDrawing({ content, choice, longestSide: smallPlanSide }) as Promise<T | DrawingRefusal>

/**
 * The product's own rendering, in this process and small: a process and 4,096 pixels for each would take most of a
 * test's time.
 */
export const smallDrawings = {
  read: (content: Uint8Array) => run<DrawingRead>(content, null),
  draw: (content: Uint8Array, choice: Parameters<Drawings['draw']>[1]) => run<DrawnPlan>(content, choice),
  cover: (content: Uint8Array) => run<Uint8Array>(content, 'cover'),
} satisfies Drawings
