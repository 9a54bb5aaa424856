import type { DrawingSize } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'

type Level = ImageBitmap | HTMLCanvasElement

/** Length of the shorter side in pixels below which a drawing is not reduced further. */
const minSize = 256

/** Mipmaps of a drawing: rendering from the level nearest in size is fast at every zoom and skips no line. */
export type PlanBackground = readonly [Level, ...Level[]]

/** Each level is half the previous one: a pixel averages four. */
export function createBackground(picture: ImageBitmap): PlanBackground {
  const levels: [Level, ...Level[]] = [picture]
  for (let last: Level = picture; Math.min(last.width, last.height) >= 2 * minSize; ) {
    const halfSize: HTMLCanvasElement = document.createElement('canvas')
    halfSize.width = Math.round(last.width / 2)
    halfSize.height = Math.round(last.height / 2)
    halfSize.getContext('2d')?.drawImage(last, 0, 0, halfSize.width, halfSize.height)
    levels.push(halfSize)
    last = halfSize
  }
  return levels
}

/** Draws the background in the drawing's size, from the level for these device pixels per pixel. */
export function drawBackground(
  context: CanvasRenderingContext2D,
  background: PlanBackground,
  { width, height }: DrawingSize,
  scale: number,
): void {
  const level = background.findLast((one) => one.width >= width * scale) ?? background[0]
  context.imageSmoothingQuality = 'low'
  context.drawImage(level, 0, 0, width, height)
}
