import { expect, it } from 'vitest'
import type { DxfShape } from './dxf-drawing.ts'
import { nearShapes } from './dxf-extents.ts'
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

it('keeps separate buildings, a frame around a small plan and a single line', () => {
  expect(farLayers(wall, line(300_000, 0, 330_000, 0))).toEqual([])
  expect(farLayers(line(0, 0, 30, 0), line(0, 0, 0, 20), wall)).toEqual([])
  expect(dxfPicture([line(0, 0, 5, 0)], 1_000)?.width).toBe(1_000)
})
