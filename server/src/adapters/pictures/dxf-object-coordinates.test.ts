import { describe, expect, it } from 'vitest'
import { dxfFile } from '../../testing/dxf.ts'
import { readDxf, shapesOf } from './dxf-drawing.ts'
import type { DxfShape } from './dxf-shape.ts'

const doorEntities = [
  0,
  'BLOCK',
  8,
  0,
  2,
  'Door',
  10,
  0,
  20,
  0,
  0,
  'ARC',
  8,
  0,
  10,
  0,
  20,
  0,
  40,
  900,
  50,
  0,
  51,
  90,
  0,
  'ENDBLK',
]

const shapes = (...entities: (string | number)[]): DxfShape[] => {
  const dxf = readDxf(dxfFile({ blocks: doorEntities, entities }))
  return dxf ? shapesOf(dxf, null) : []
}
/** The box of the drawn shapes: left, right, bottom, top. */
const box = (...entities: (string | number)[]) => {
  const points = shapes(...entities).flatMap((shape) =>
    'text' in shape ? [] : 'spots' in shape ? shape.spots : shape.loops.flat(),
  )
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)].map((side) => Math.round(side * 10) / 10)
}
const mirror = [210, 0, 220, 0, 230, -1]
const corners = [10, 0, 20, 0, 11, 4, 21, 0, 12, 0, 22, 2, 13, 4, 23, 2]
const hatch = [
  0,
  'HATCH',
  10,
  0,
  20,
  0,
  30,
  0,
  91,
  1,
  92,
  2,
  72,
  0,
  73,
  1,
  93,
  3,
  10,
  1,
  20,
  0,
  10,
  5,
  20,
  0,
  10,
  5,
  20,
  3,
  97,
  0,
]

type Case = [kind: string, entity: (string | number)[], plain: number[], mirrored: number[]]
const mirrored: Case[] = [
  ['ARC', [0, 'ARC', 10, 7, 20, 3, 40, 2, 50, 0, 51, 90], [7, 9, 3, 5], [-9, -7, 3, 5]],
  ['CIRCLE', [0, 'CIRCLE', 10, 8, 20, 3, 40, 1], [7, 9, 2, 4], [-9, -7, 2, 4]],
  ['LWPOLYLINE', [0, 'LWPOLYLINE', 10, 6, 20, 4, 42, 1, 10, 8, 20, 4], [6, 8, 3, 4], [-8, -6, 3, 4]],
  ['SOLID', [0, 'SOLID', ...corners], [0, 4, 0, 2], [-4, 0, 0, 2]],
  ['TRACE', [0, 'TRACE', ...corners], [0, 4, 0, 2], [-4, 0, 0, 2]],
  ['INSERT', [0, 'INSERT', 2, 'DOOR', 10, 9_000, 20, 10], [9_000, 9_900, 10, 910], [-9_900, -9_000, 10, 910]],
  ['HATCH', hatch, [1, 5, 0, 3], [-5, -1, 0, 3]],
]
const polyline = (...head: (string | number)[]) => [
  0,
  'POLYLINE',
  66,
  1,
  10,
  0,
  20,
  0,
  30,
  0,
  ...head,
  0,
  'VERTEX',
  10,
  6,
  20,
  4,
  0,
  'VERTEX',
  10,
  8,
  20,
  5,
  0,
  'SEQEND',
]

describe('mirrored entity', () => {
  it.each(mirrored)('is drawn at its displayed place: %s', (_kind, entity, plainShape, mirroredShape) => {
    expect(box(...entity)).toEqual(plainShape)
    expect(box(...entity, ...mirror)).toEqual(mirroredShape)
  })

  it('includes polylines except three-dimensional ones', () => {
    expect(box(...polyline(...mirror))).toEqual([-8, -6, 4, 5])
    expect(box(...polyline(70, 8, ...mirror))).toEqual([6, 8, 4, 5])
  })

  it('stays in place where its points are world coordinates', () => {
    expect(box(0, 'LINE', 10, 1, 20, 2, 11, 3, 21, 4, ...mirror)).toEqual([1, 3, 2, 4])
    const halfEllipse = [0, 'ELLIPSE', 10, 5, 20, 5, 11, 4, 21, 0, 40, 0.5, 41, 0, 42, Math.PI]
    expect(box(...halfEllipse)).toEqual([1, 9, 5, 7])
    expect(box(...halfEllipse, ...mirror)).toEqual([1, 9, 3, 5])
  })

  it('is drawn from above when upright or tilted', () => {
    // Its y axis is the world's height, and its x axis runs against the world's.
    expect(box(0, 'CIRCLE', 10, 8, 20, 3, 30, 6, 40, 1, 210, 0, 220, 1, 230, 0)).toEqual([-9, -7, 6, 6])
    expect(box(0, 'CIRCLE', 10, 0, 20, 0, 40, 10, 210, 1, 220, 0, 230, 1)).toEqual([-7.1, 7.1, -10, 10])
  })

  it('is an ellipse when inserted with unequal scales', () => {
    const insertEntity = [0, 'INSERT', 2, 'Door', 10, 0, 20, 0]
    expect(box(...insertEntity, 41, 2, 42, -0.5)).toEqual([0, 1_800, -450, 0])
    expect(box(...insertEntity, 41, -1, ...mirror)).toEqual([0, 900, 0, 900])
  })
})

describe('mirrored text', () => {
  const text = [0, 'TEXT', 10, 5, 20, 1, 40, 1, 1, 'Room 7']
  it('covers the same place and stays readable', () => {
    expect(shapes(...text)).toMatchObject([{ at: [5, 1], turned: 0, across: 'start', down: 'base' }])
    const [mirroredShape] = shapes(...text, ...mirror)
    expect(mirroredShape).toMatchObject({ at: [-5, 1], across: 'end', down: 'base' })
    expect('text' in (mirroredShape ?? {}) && (mirroredShape as { turned: number }).turned).toBeCloseTo(0)
    expect(shapes(...text, 71, 4)).toMatchObject([{ at: [5, 1], turned: 0, across: 'start', down: 'top' }])
  })

  it('starts at its world point in its own direction', () => {
    const paragraph = [0, 'MTEXT', 10, 5, 20, 1, 40, 1, 71, 1, 1, 'Room 7']
    expect(shapes(...paragraph, 11, 0, 21, 1)).toMatchObject([{ at: [5, 1], turned: Math.PI / 2 }])
    expect(shapes(...paragraph, 50, 90)).toMatchObject([{ at: [5, 1], turned: Math.PI / 2 }])
    expect(shapes(...paragraph, ...mirror)).toMatchObject([{ at: [5, 1], across: 'end', down: 'top' }])
  })
})
