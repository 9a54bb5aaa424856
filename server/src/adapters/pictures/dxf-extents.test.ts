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

it('draws a plan in a readable size beside what lies far away, whichever of both is at the origin', () => {
  expect(farLayers(wall, line(4.5e9, 5.1e9, 4.5e9 + 1, 5.1e9))).toEqual(['Stray'])
  expect(farLayers(wall, line(0, -5e12, 9, -5e12), line(1e200, 0, 1e200, 1))).toEqual(['Stray', 'Stray'])
  expect(dxfPicture([line(4.5e9, 5.1e9, 4.5e9 + 1, 5.1e9), wall], 1_000)?.unitsPerPixel).toBeCloseTo(30_000 / 952)
})

it('leaves out a line that goes so far that all else would vanish beside it', () => {
  expect(farLayers(wall, { ...wall, layer: 'Inside' }, line(0, 0, 4.5e9, 5.1e9))).toEqual(['Stray'])
})

it('draws buildings that lie apart on one site, a frame around a small plan, and a single line', () => {
  expect(farLayers(wall, line(300_000, 0, 330_000, 0))).toEqual([])
  expect(farLayers(line(0, 0, 30, 0), line(0, 0, 0, 20), wall)).toEqual([])
  expect(dxfPicture([line(0, 0, 5, 0)], 1_000)?.width).toBe(1_000)
})
