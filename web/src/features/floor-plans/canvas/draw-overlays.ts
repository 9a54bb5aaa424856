import type { DrawingSize } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { Spot } from '../draft.ts'
import type { Inks } from './draw-marks.ts'
import type { SnapResult } from './snap.ts'

type Context = CanvasRenderingContext2D

/** A lamp with an assumed failure, the remaining lamps, and their reach in pixels of the drawing. */
export type Reach = { centre: Spot; others: readonly Spot[]; radius: number }

/** A room as drawn on the plan. */
export type Area = { key: string; name: string; outline: readonly Spot[] }

const fullCircle = 2 * Math.PI

/** Screen pixels per pixel of the drawing. */
const scaleOf = (context: Context): number => context.getTransform().a / (window.devicePixelRatio || 1)

/** Lines to align a dragged lamp with others. */
export function drawSnapLines(
  context: Context,
  { lineX, lineY }: SnapResult,
  { width, height }: DrawingSize,
  ink: string,
): void {
  context.save()
  context.strokeStyle = ink
  context.lineWidth = 1.5 / scaleOf(context)
  context.beginPath()
  if (lineX !== null) {
    context.moveTo(lineX, 0)
    context.lineTo(lineX, height)
  }
  if (lineY !== null) {
    context.moveTo(0, lineY)
    context.lineTo(width, lineY)
  }
  context.stroke()
  context.restore()
}

/** The area covered by this lamp alone: its circle without those of the others. */
export function drawReach(context: Context, reach: Reach, { width, height }: DrawingSize, colors: Inks): void {
  const { centre, others, radius } = reach
  const drawCircle = ([x, y]: Spot) => {
    context.beginPath()
    context.arc(x * width, y * height, radius, 0, fullCircle)
  }
  context.save()
  context.beginPath()
  context.rect(0, 0, width, height)
  context.clip()
  context.fillStyle = colors.emergency
  context.globalAlpha = 0.42
  drawCircle(centre)
  context.fill()
  context.globalAlpha = 1
  context.globalCompositeOperation = 'destination-out'
  for (const otherCentre of others) {
    drawCircle(otherCentre)
    context.fill()
  }
  context.globalCompositeOperation = 'source-over'
  context.strokeStyle = colors.text
  context.lineWidth = 1.5 / scaleOf(context)
  context.setLineDash([6 / scaleOf(context), 5 / scaleOf(context)])
  drawCircle(centre)
  context.stroke()
  context.restore()
}

/** Heat map of faults: additive blots of one size. */
export function drawHeat(
  context: Context,
  positions: readonly { x: number; y: number }[],
  { width, height }: DrawingSize,
  ink: string,
): void {
  const radius = Math.max(width, height) * 0.07
  context.save()
  context.globalAlpha = 0.34
  // The same color at zero opacity: fading to transparent black would turn gray at the edge.
  const edge = /^#[0-9a-f]{6}$/i.test(ink) ? `${ink}00` : 'transparent'
  for (const { x, y } of positions) {
    const gradient = context.createRadialGradient(x * width, y * height, 0, x * width, y * height, radius)
    gradient.addColorStop(0, ink)
    gradient.addColorStop(1, edge)
    context.fillStyle = gradient
    context.fillRect(x * width - radius, y * height - radius, 2 * radius, 2 * radius)
  }
  context.restore()
}

/** A name, shortened to this width; empty where three letters do not fit. */
function fitName(context: Context, name: string, width: number): string {
  const widthOf = (text: string): number => context.measureText(text).width
  if (widthOf(name) <= width) return name
  let end = Math.ceil((name.length * width) / widthOf(name))
  while (end >= 3 && widthOf(`${name.slice(0, end)}…`) > width) end -= 1
  return end < 3 ? '' : `${name.slice(0, end).trimEnd()}…`
}

/** Rooms with their names, drawn less prominently than the devices in them. */
export function drawAreas(
  context: Context,
  areas: readonly Area[],
  { width, height }: DrawingSize,
  colors: Inks,
): void {
  const scale = scaleOf(context)
  context.save()
  context.lineWidth = 1.5 / scale
  context.setLineDash([7 / scale, 5 / scale])
  context.font = `600 ${12 / scale}px "Inter Variable", sans-serif`
  context.textBaseline = 'top'
  for (const { outline, name } of areas) {
    context.beginPath()
    for (const [x, y] of outline) context.lineTo(x * width, y * height)
    context.closePath()
    context.globalAlpha = 0.08
    context.fillStyle = colors.brand
    context.fill()
    context.globalAlpha = 0.8
    context.strokeStyle = colors.brand
    context.stroke()
    const columns = outline.map(([x]) => x * width)
    const [left, right] = [Math.min(...columns), Math.max(...columns)]
    const top = Math.min(...outline.map(([, y]) => y * height))
    const inset = 6 / scale
    context.fillText(fitName(context, name, right - left - 2 * inset), left + inset, top + inset)
  }
  context.restore()
}

/** Points being set, in order, with connecting lines. */
export function drawSpots(
  context: Context,
  positions: readonly Spot[],
  { seen, inks: colors, joins }: { seen: (position: Spot) => Spot; inks: Inks; joins: boolean },
): void {
  context.strokeStyle = colors.brand
  context.fillStyle = colors.brand
  context.lineWidth = 2
  context.beginPath()
  for (const [at, position] of positions.entries()) {
    const [x, y] = seen(position)
    if (at === 0) context.moveTo(x, y)
    else if (joins) context.lineTo(x, y)
  }
  context.stroke()
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = '700 11px "Inter Variable", sans-serif'
  for (const [at, position] of positions.entries()) {
    const [x, y] = seen(position)
    context.fillStyle = colors.brand
    context.beginPath()
    context.arc(x, y, 9, 0, fullCircle)
    context.fill()
    context.fillStyle = colors.surface
    context.fillText(String(at + 1), x, y + 0.5)
  }
}

/** Where Enter sets a point: the center of the view. */
export function drawCross(context: Context, [x, y]: Spot, ink: string): void {
  context.strokeStyle = ink
  context.lineWidth = 1.5
  context.beginPath()
  context.moveTo(x - 11, y)
  context.lineTo(x + 11, y)
  context.moveTo(x, y - 11)
  context.lineTo(x, y + 11)
  context.stroke()
}
