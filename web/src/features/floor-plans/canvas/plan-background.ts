import type { DrawingSize } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'

type Level = ImageBitmap | HTMLCanvasElement

/** Pixels of the shorter side below which a drawing is not made smaller. */
const smallest = 256

/** The picture of a drawing, with smaller ones: drawn from one of about its size it is quick at every zoom, and none of its lines is skipped. */
export type PlanBackground = readonly [Level, ...Level[]]

/** Each is half of the one before, so that every pixel of it is the middle of four. */
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

/** Draws it as large as the drawing, for so many pixels of the device a pixel of the drawing. */
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
