import type { DrawingName, Product } from './product.ts'

/** Material of a part of a drawing; screens and paper each map it to a color. */
export const inks = ['body', 'inner', 'light', 'lit', 'sign', 'onSign', 'cell', 'dark', 'ok'] as const
export type Ink = (typeof inks)[number]

/** Part of a drawing, in the units of {@link drawingBox}. */
export type DrawnPart = { ink: Ink } & (
  | { form: 'rect'; x: number; y: number; width: number; height: number; radius: number }
  | { form: 'ellipse'; x: number; y: number; rx: number; ry: number }
  | { form: 'path'; d: string }
)

/** Width and height of every drawing; the product leaves a margin for its dimensions. */
export const drawingBox = { width: 200, height: 120 } as const
const maxProductSize = { width: 148, height: 76 }

export type Frame = { x: number; y: number; width: number; height: number }

/** Frame of the product in its drawing: true proportions, within bounds for recognition. */
export const frameOf = (dimensions: Product['dimensions']): Frame => {
  const ratio = Math.min(5, Math.max(0.55, dimensions ? dimensions.width / dimensions.height : 2))
  const width = Math.min(maxProductSize.width, maxProductSize.height * ratio)
  const height = width / ratio
  return { x: (drawingBox.width - width) / 2, y: (drawingBox.height - height) / 2, width, height }
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Rectangle in fractions of the frame. */
const rect = (
  { x, y, width, height }: Frame,
  ink: Ink,
  [left, top, relativeWidth, high]: number[],
  radius = 2,
): DrawnPart => ({
  form: 'rect',
  ink,
  x: rounded(x + width * (left ?? 0)),
  y: rounded(y + height * (top ?? 0)),
  width: rounded(width * (relativeWidth ?? 1)),
  height: rounded(height * (high ?? 1)),
  radius,
})

const ellipse = (
  { x, y, width, height }: Frame,
  ink: Ink,
  [centerX, centerY, relativeWidth, high]: number[],
): DrawnPart => ({
  form: 'ellipse',
  ink,
  x: rounded(x + width * (centerX ?? 0.5)),
  y: rounded(y + height * (centerY ?? 0.5)),
  rx: rounded((width * (relativeWidth ?? 1)) / 2),
  ry: rounded((height * (high ?? 1)) / 2),
})

/** Row of LED points between two fractions of the width. */
const leds = (frame: Frame, count: number, top: number): DrawnPart[] =>
  Array.from({ length: count }, (_, at) => {
    const size = Math.min(4, (frame.width * 0.5) / count)
    const x = frame.x + frame.width * (0.16 + (0.68 * at) / Math.max(1, count - 1)) - size / 2
    return {
      form: 'rect',
      ink: 'lit',
      x: rounded(x),
      y: rounded(frame.y + frame.height * top - size / 2),
      width: rounded(size),
      height: rounded(size),
      radius: 0.8,
    }
  })

/** Arrow of an exit sign, in fractions of the frame. */
const arrow = ({ x, y, width, height }: Frame): DrawnPart => {
  const at = (right: number, down: number) => `${rounded(x + width * right)} ${rounded(y + height * down)}`
  const points = [
    at(0.24, 0.42),
    at(0.56, 0.42),
    at(0.56, 0.24),
    at(0.78, 0.5),
    at(0.56, 0.76),
    at(0.56, 0.58),
    at(0.24, 0.58),
  ]
  return { form: 'path', ink: 'onSign', d: `M${points.join('L')}Z` }
}

const drawingParts: Readonly<Record<DrawingName, (frame: Frame) => DrawnPart[]>> = {
  bar: (frame) => [
    rect(frame, 'body', [0, 0, 1, 1], 7),
    rect(frame, 'light', [0.07, 0.18, 0.86, 0.5], 4),
    ...leds(frame, 11, 0.43),
    ellipse(frame, 'ok', [0.9, 0.84, 3.6 / frame.width, 3.6 / frame.height]),
  ],
  sign: (frame) => [
    rect(frame, 'dark', [0, 0, 1, 0.1], 2),
    rect(frame, 'sign', [0.03, 0.12, 0.94, 0.88], 3),
    arrow(frame),
  ],
  round: (frame) => [
    ellipse(frame, 'body', [0.5, 0.5, 1, 1]),
    ellipse(frame, 'light', [0.5, 0.5, 0.74, 0.74]),
    ellipse(frame, 'lit', [0.5, 0.5, 0.22, 0.22]),
    ellipse(frame, 'ok', [0.5, 0.93, 3.2 / frame.width, 3.2 / frame.height]),
  ],
  spots: (frame) => [
    rect(frame, 'body', [0.3, 0.3, 0.4, 0.7], 4),
    ellipse(frame, 'body', [0.16, 0.3, 0.32, 0.6]),
    ellipse(frame, 'light', [0.16, 0.3, 0.22, 0.42]),
    ellipse(frame, 'lit', [0.16, 0.3, 0.08, 0.16]),
    ellipse(frame, 'body', [0.84, 0.3, 0.32, 0.6]),
    ellipse(frame, 'light', [0.84, 0.3, 0.22, 0.42]),
    ellipse(frame, 'lit', [0.84, 0.3, 0.08, 0.16]),
    ellipse(frame, 'ok', [0.5, 0.84, 3.4 / frame.width, 3.4 / frame.height]),
  ],
  panel: (frame) => [rect(frame, 'body', [0, 0, 1, 1], 3), rect(frame, 'light', [0.06, 0.06, 0.88, 0.88], 2)],
  bell: (frame) => [
    rect(frame, 'dark', [0.38, 0, 0.24, 0.3], 3),
    rect(frame, 'body', [0.2, 0.26, 0.6, 0.34], 6),
    rect(frame, 'body', [0.04, 0.56, 0.92, 0.22], 6),
    rect(frame, 'light', [0.1, 0.78, 0.8, 0.2], 4),
    ...leds(frame, 7, 0.88),
  ],
  tube: (frame) => [
    rect(frame, 'dark', [0, 0.24, 0.05, 0.52], 2),
    rect(frame, 'dark', [0.95, 0.24, 0.05, 0.52], 2),
    rect(frame, 'light', [0.05, 0.28, 0.9, 0.44], 5),
    rect(frame, 'lit', [0.12, 0.46, 0.76, 0.08], 2),
  ],
  sensor: (frame) => [
    ellipse(frame, 'body', [0.5, 0.5, 1, 1]),
    ellipse(frame, 'inner', [0.5, 0.5, 0.6, 0.6]),
    ellipse(frame, 'dark', [0.5, 0.5, 0.14, 0.14]),
  ],
  module: (frame) => [
    rect(frame, 'body', [0, 0, 1, 1], 4),
    ...[0, 1, 2, 3].flatMap((at) => [
      rect(frame, 'inner', [0.08 + at * 0.22, 0.08, 0.18, 0.18], 1.5),
      rect(frame, 'inner', [0.08 + at * 0.22, 0.74, 0.18, 0.18], 1.5),
    ]),
    rect(frame, 'dark', [0.12, 0.4, 0.4, 0.2], 2),
    ellipse(frame, 'ok', [0.84, 0.5, 4 / frame.width, 4 / frame.height]),
  ],
  cabinet: (frame) => [
    rect(frame, 'body', [0, 0, 1, 1], 4),
    rect(frame, 'dark', [0.14, 0.12, 0.72, 0.26], 2),
    ...[0, 1, 2].map((at) => rect(frame, 'inner', [0.16 + at * 0.25, 0.46, 0.18, 0.12], 2)),
    rect(frame, 'inner', [0.14, 0.68, 0.72, 0.2], 2),
    ellipse(frame, 'ok', [0.22, 0.25, 4 / frame.width, 4 / frame.height]),
  ],
  battery: (frame) => [
    rect(frame, 'dark', [0.92, 0.3, 0.08, 0.4], 2),
    rect(frame, 'cell', [0, 0.06, 0.92, 0.42], 5),
    rect(frame, 'cell', [0, 0.52, 0.92, 0.42], 5),
    rect(frame, 'inner', [0.06, 0.2, 0.5, 0.1], 1.5),
    rect(frame, 'inner', [0.06, 0.66, 0.5, 0.1], 1.5),
  ],
  strip: (frame) => [rect(frame, 'inner', [0, 0.1, 1, 0.8], 3), ...leds(frame, 9, 0.5)],
  box: (frame) => [
    rect(frame, 'body', [0, 0, 1, 1], 3),
    rect(frame, 'inner', [0.03, 0.2, 0.09, 0.6], 1.5),
    rect(frame, 'inner', [0.88, 0.2, 0.09, 0.6], 1.5),
    rect(frame, 'dark', [0.22, 0.36, 0.4, 0.1], 1.5),
    rect(frame, 'dark', [0.22, 0.56, 0.26, 0.08], 1.5),
  ],
}

/** Parts of the drawing of a product, back to front. */
export const drawingOf = ({ drawing, dimensions }: Pick<Product, 'drawing' | 'dimensions'>): DrawnPart[] =>
  drawingParts[drawing](frameOf(dimensions))
