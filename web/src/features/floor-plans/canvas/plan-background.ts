import type { DrawingSize } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'

type Level = ImageBitmap | HTMLCanvasElement

/** Length of the shorter side in pixels below which a drawing is not reduced further. */
const smallest = 256

/** Mipmaps of a drawing: rendering from the level nearest in size is fast at every zoom and skips no line. */
export type PlanBackground = readonly [Level, ...Level[]]

/** Each level is half the previous one, so that a pixel averages four. */
export function createBackground(picture: ImageBitmap): PlanBackground {
  const levels: [Level, ...Level[]] = [picture]
  for (let last: Level = picture; Math.min(last.width, last.height) >= 2 * smallest; ) {
    const half: HTMLCanvasElement = document.createElement('canvas')
    half.width = Math.round(last.width / 2)
    half.height = Math.round(last.height / 2)
    half.getContext('2d')?.drawImage(last, 0, 0, half.width, half.height)
    levels.push(half)
    last = half
  }
  return levels
}

/** Draws the background in the drawing's size, from the level that fits the given device pixels per pixel of the drawing. */
export function drawBackground(
  pen: CanvasRenderingContext2D,
  ground: PlanBackground,
  { width, height }: DrawingSize,
  scale: number,
): void {
  const level = ground.findLast((one) => one.width >= width * scale) ?? ground[0]
  pen.imageSmoothingQuality = 'low'
  pen.drawImage(level, 0, 0, width, height)
}
