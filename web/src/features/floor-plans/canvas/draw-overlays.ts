import type { DrawingSize } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { Spot } from '../draft.ts'
import type { Inks } from './draw-marks.ts'
import type { SnapResult } from './snap.ts'

type Pen = CanvasRenderingContext2D

/** A lamp that may fail, the lamps that would remain, and their reach in pixels of the drawing. */
export type Reach = { centre: Spot; others: readonly Spot[]; radius: number }

/** A room as drawn on the plan. */
export type Area = { key: string; name: string; outline: readonly Spot[] }

const full = 2 * Math.PI

/** Screen pixels per pixel of the drawing. */
const scaleOf = (pen: Pen): number => pen.getTransform().a / (window.devicePixelRatio || 1)

/** Lines that align a dragged lamp with others. */
export function drawSnapLines(
  pen: Pen,
  { lineX, lineY }: SnapResult,
  { width, height }: DrawingSize,
  ink: string,
): void {
  pen.save()
  pen.strokeStyle = ink
  pen.lineWidth = 1.5 / scaleOf(pen)
  pen.beginPath()
  if (lineX !== null) {
    pen.moveTo(lineX, 0)
    pen.lineTo(lineX, height)
  }
  if (lineY !== null) {
    pen.moveTo(0, lineY)
    pen.lineTo(width, lineY)
  }
  pen.stroke()
  pen.restore()
}

/** The area that only this lamp covers: its circle without those of the others. */
export function drawReach(pen: Pen, reach: Reach, { width, height }: DrawingSize, inks: Inks): void {
  const { centre, others, radius } = reach
  const disc = ([x, y]: Spot) => {
    pen.beginPath()
    pen.arc(x * width, y * height, radius, 0, full)
  }
  pen.save()
  pen.beginPath()
  pen.rect(0, 0, width, height)
  pen.clip()
  pen.fillStyle = inks.emergency
  pen.globalAlpha = 0.42
  disc(centre)
  pen.fill()
  pen.globalAlpha = 1
  pen.globalCompositeOperation = 'destination-out'
  for (const other of others) {
    disc(other)
    pen.fill()
  }
  pen.globalCompositeOperation = 'source-over'
  pen.strokeStyle = inks.text
  pen.lineWidth = 1.5 / scaleOf(pen)
  pen.setLineDash([6 / scaleOf(pen), 5 / scaleOf(pen)])
  disc(centre)
  pen.stroke()
  pen.restore()
}

/** Heat map of faults: blots of one size that add up. */
export function drawHeat(
  pen: Pen,
  spots: readonly { x: number; y: number }[],
  { width, height }: DrawingSize,
  ink: string,
): void {
  const radius = Math.max(width, height) * 0.07
  pen.save()
  pen.globalAlpha = 0.34
  // The same color at zero opacity: fading to transparent black would turn gray at the edge.
  const edge = /^#[0-9a-f]{6}$/i.test(ink) ? `${ink}00` : 'transparent'
  for (const { x, y } of spots) {
    const stain = pen.createRadialGradient(x * width, y * height, 0, x * width, y * height, radius)
    stain.addColorStop(0, ink)
    stain.addColorStop(1, edge)
    pen.fillStyle = stain
    pen.fillRect(x * width - radius, y * height - radius, 2 * radius, 2 * radius)
  }
  pen.restore()
}

/** Rooms with their names, drawn less prominently than the devices in them. */
export function drawAreas(pen: Pen, areas: readonly Area[], { width, height }: DrawingSize, inks: Inks): void {
  const scale = scaleOf(pen)
  pen.save()
  pen.lineWidth = 1.5 / scale
  pen.setLineDash([7 / scale, 5 / scale])
  pen.font = `600 ${12 / scale}px "Inter Variable", sans-serif`
  pen.textBaseline = 'top'
  for (const { outline, name } of areas) {
    pen.beginPath()
    for (const [x, y] of outline) pen.lineTo(x * width, y * height)
    pen.closePath()
    pen.globalAlpha = 0.08
    pen.fillStyle = inks.brand
    pen.fill()
    pen.globalAlpha = 0.8
    pen.strokeStyle = inks.brand
    pen.stroke()
    const [left, top] = [Math.min(...outline.map(([x]) => x)), Math.min(...outline.map(([, y]) => y))]
    pen.fillText(name, left * width + 6 / scale, top * height + 6 / scale)
  }
  pen.restore()
}

/** Points being set, in order, with connecting lines. */
export function drawSpots(
  pen: Pen,
  spots: readonly Spot[],
  { seen, inks, joins }: { seen: (spot: Spot) => Spot; inks: Inks; joins: boolean },
): void {
  pen.strokeStyle = inks.brand
  pen.fillStyle = inks.brand
  pen.lineWidth = 2
  pen.beginPath()
  for (const [at, spot] of spots.entries()) {
    const [x, y] = seen(spot)
    if (at === 0) pen.moveTo(x, y)
    else if (joins) pen.lineTo(x, y)
  }
  pen.stroke()
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.font = '700 11px "Inter Variable", sans-serif'
  for (const [at, spot] of spots.entries()) {
    const [x, y] = seen(spot)
    pen.fillStyle = inks.brand
    pen.beginPath()
    pen.arc(x, y, 9, 0, full)
    pen.fill()
    pen.fillStyle = inks.surface
    pen.fillText(String(at + 1), x, y + 0.5)
  }
}

/** Where Enter sets a point: the center of the view. */
export function drawCross(pen: Pen, [x, y]: Spot, ink: string): void {
  pen.strokeStyle = ink
  pen.lineWidth = 1.5
  pen.beginPath()
  pen.moveTo(x - 11, y)
  pen.lineTo(x + 11, y)
  pen.moveTo(x, y - 11)
  pen.lineTo(x, y + 11)
  pen.stroke()
}
