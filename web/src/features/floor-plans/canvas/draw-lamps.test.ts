import { expect, test, vi } from 'vitest'
import { drawLamps, type LampScene } from './draw-lamps.ts'
import type { Inks, Mark } from './draw-marks.ts'
import { drawBackground, type PlanBackground } from './plan-background.ts'

const penWith = () => {
  const drawImage = vi.fn()
  const noop = () => undefined
  const textPen = { measureText: () => ({ width: 20 }), fillText: noop, fill: noop, stroke: noop, arc: noop }
  const pen = { drawImage, ...textPen, save: noop, restore: noop, translate: noop, beginPath: noop }
  return { drawImage, pen: { ...pen, roundRect: noop } as unknown as CanvasRenderingContext2D }
}
const mark = (key: string, x: number): Mark => ({ key, x, y: 0.5, tone: 'ok', shape: 'circle', label: key })
const row = Array.from({ length: 40 }, (_, at) => mark(`m${at}`, at / 200))

/** A plan of a thousand pixels with this offset to the right, on a screen of the same width. */
const draw = (offsetX: number, change: Partial<LampScene> = {}) => {
  const { pen, drawImage } = penWith()
  const picture = (name: string, width: number) => ({ name, width, height: 32 }) as unknown as HTMLCanvasElement
  const joinedMarks = drawLamps(pen, {
    marks: row,
    selected: new Set<string>(),
    hasLabels: false,
    joins: true,
    ratio: 1,
    inks: {} as Inks,
    screen: { width: 1_000, height: 1_000 },
    origin: { x: offsetX, y: 0 },
    screenOf: ({ x, y }) => ({ x: x * 1_000 + offsetX, y: y * 1_000 }),
    pictures: {
      ofMark: ({ key }) => picture(key, 32),
      ofJoined: ({ count }) => picture(`${count} joined`, 48),
    },
    ...change,
  })
  return { joined: joinedMarks, drawn: drawImage.mock.calls.map(([{ name }, x, , width]) => [name, x, width]) }
}

test('clusters stay the same while panning and are drawn at their centre', () => {
  const before = draw(0)
  expect(before.joined.map(({ count }) => count)).toEqual([6, 6, 6, 6, 6, 6, 4])
  expect(before.drawn.filter(([name]) => name === '6 joined')[1]).toEqual(['6 joined', 18, 48])
  for (const offsetX of [7, 13, 200, 411]) expect(draw(offsetX).joined).toEqual(before.joined)
})

test('a selected mark is drawn on top', () => {
  const { drawn: drawnMarks } = draw(0, { selected: new Set(['m3']) })
  expect(drawnMarks.at(-1)?.[0]).toBe('m3')
  expect(drawnMarks.filter(([name]) => name === 'm3')).toHaveLength(1)
})

test('single marks are smaller between joined ones, except a selected one', () => {
  const far = [mark('far', 0.9), mark('chosen', 0.8)]
  const widths = (marks: Mark[]) =>
    draw(0, { marks, selected: new Set(['chosen']) })
      .drawn.filter(([name]) => name === 'far' || name === 'chosen')
      .map(([name, , width]) => [name, Math.round(Number(width))])
  expect(widths([...row, ...far])).toEqual([
    ['far', 21],
    ['chosen', 32],
  ])
  expect(widths(far)).toEqual([
    ['far', 32],
    ['chosen', 32],
  ])
})

test('only visible marks are drawn', () => {
  expect(draw(0, { joins: false }).drawn).toHaveLength(40)
  expect(draw(930, { joins: false }).drawn.at(-1)?.[0]).toBe('m21')
})

test('the background uses the smallest sufficient picture, or else the largest', () => {
  const planPictures = [4_096, 2_048, 1_024].map((width) => ({ width })) as unknown as PlanBackground
  const from = (scale: number) => {
    const { pen, drawImage } = penWith()
    drawBackground(pen, planPictures, { width: 4_096, height: 100 }, scale)
    return drawImage.mock.calls[0]?.[0].width
  }
  expect([0.1, 0.25, 0.26, 0.5, 0.6, 1, 8].map(from)).toEqual([1_024, 1_024, 2_048, 2_048, 4_096, 4_096, 4_096])
})
