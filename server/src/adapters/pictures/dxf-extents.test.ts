import { expect, it } from 'vitest'
import { nearShapes } from './dxf-extents.ts'
import type { DxfShape } from './dxf-shape.ts'
import { dxfPicture } from './dxf-svg.ts'

const wall: DxfShape = {
  layer: 'Wall',
  spots: [
    [0, 0],
    [30_000, 0],
    [30_000, 20_000],
    [0, 20_000],
    [0, 0],
  ],
}
const line = (x: number, y: number, toX: number, toY: number): DxfShape => ({
  layer: 'Stray',
  spots: [
    [x, y],
    [toX, toY],
  ],
})
const farLayers = (...shapes: DxfShape[]) => nearShapes(shapes).far.map(({ layer }) => layer)

it('draws a plan in readable size and reports far entities', () => {
  expect(farLayers(wall, line(4.5e9, 5.1e9, 4.5e9 + 1, 5.1e9))).toEqual(['Stray'])
  expect(farLayers(wall, line(0, -5e12, 9, -5e12), line(1e200, 0, 1e200, 1))).toEqual(['Stray', 'Stray'])
  expect(dxfPicture([line(4.5e9, 5.1e9, 4.5e9 + 1, 5.1e9), wall], 1_000)?.unitsPerPixel).toBeCloseTo(30_000 / 952)
})

it('leaves out a line so long that the rest would vanish', () => {
  expect(farLayers(wall, { ...wall, layer: 'Inside' }, line(0, 0, 4.5e9, 5.1e9))).toEqual(['Stray'])
})

const walls = [0, 10_000, 20_000].flatMap((x) => [line(x, 0, x, 20_000), line(x, 0, x + 10_000, 0)])
const plan = walls.map((shape): DxfShape => ({ ...shape, layer: 'Wall' }))
const circle = (x: number, y: number, radius: number): DxfShape => ({
  layer: 'Stray',
  spots: Array.from({ length: 49 }, (_, at) => [
    x + radius * Math.cos((at * Math.PI) / 24),
    y + radius * Math.sin((at * Math.PI) / 24),
  ]),
})
it.each<[what: string, strays: DxfShape[]]>([
  ['a block of circles', [circle(1e8, 1e8, 900), circle(1e8, 1e8, 500)]],
  ['a line at ten times its size', [line(3e5, 0, 301_000, 0)]],
  ['lines at ever larger distances', [line(3e5, 0, 3e5, 9), line(-2e6, 0, -2e6, 9), line(0, 9e6, 9, 9e6)]],
  ['a line without length', [line(1e9, 1e9, 1e9, 1e9)]],
  ['a line of a thousand times its size', [line(0, 0, 3e7, 9)]],
  ['a line of a hundred times its size on both sides', [line(-4e6, 5_000, 4e6, 5_000)]],
  ['a long line in the distance', [line(1e9, 0, 1e9 + 1e6, 0)]],
  ['an arc of a huge radius', [circle(0, 0, 1e7)]],
])('draws a plan of a few lines without %s', (_what, strays) => {
  expect(farLayers(...plan, ...strays)).toEqual(strays.map(() => 'Stray'))
})

it('keeps separate buildings, a frame around a small plan and a single line', () => {
  expect(farLayers(wall, line(300_000, 0, 330_000, 0))).toEqual([])
  expect(farLayers(...plan, line(1e5, 0, 101_000, 0))).toEqual([])
  expect(farLayers(line(0, 0, 30, 0), line(0, 0, 0, 20), wall)).toEqual([])
  expect(dxfPicture([line(0, 0, 5, 0)], 1_000)?.width).toBe(1_000)
})
