import { expect, it } from 'vitest'
import { dxfFile } from '../../testing/dxf.ts'
import { readDxf, shapesOf } from './dxf-drawing.ts'

const lines = (...entities: (string | number)[]) => {
  const dxf = readDxf(dxfFile({ entities }))
  return dxf ? shapesOf(dxf, null).map((shape) => ('spots' in shape ? shape.spots : [])) : []
}
const vertex = (x: number, y: number, flags: number, ...extraGroups: number[]) => [
  0,
  'VERTEX',
  70,
  flags,
  10,
  x,
  20,
  y,
  ...extraGroups,
]

it('draws a fitted curve without its control frame', () => {
  const curve = [0, 'POLYLINE', 66, 1, 70, 4, ...vertex(0, 0, 16), ...vertex(5, 50, 16)]
  expect(lines(...curve, ...vertex(0, 0, 8), ...vertex(5, 25, 8), ...vertex(10, 0, 8), 0, 'SEQEND')).toEqual([
    [
      [0, 0],
      [5, 25],
      [10, 0],
    ],
  ])
})

it('draws the visible edges of polyface faces without lines to the origin', () => {
  const corners = [...vertex(4, 2, 192), ...vertex(5, 2, 192), ...vertex(5, 3, 192)]
  const faceEntity = [0, 'VERTEX', 70, 128, 10, 0, 20, 0, 71, 1, 72, -2, 73, 3]
  expect(lines(0, 'POLYLINE', 66, 1, 70, 64, 71, 3, 72, 1, ...corners, ...faceEntity, 0, 'SEQEND')).toEqual([
    [
      [4, 2],
      [5, 2],
    ],
    [
      [5, 3],
      [4, 2],
    ],
  ])
})

it('draws a mesh by its rows and columns', () => {
  const points = [0, 1].flatMap((row) => [0, 1, 2].flatMap((column) => vertex(column, row, 64)))
  const found = lines(0, 'POLYLINE', 66, 1, 70, 16, 71, 2, 72, 3, ...points, 0, 'SEQEND')
  expect(found.map((line) => line.length)).toEqual([3, 3, 2, 2, 2])
})

it('draws the visible edges of a face', () => {
  const faceEntity = [0, '3DFACE', 10, 0, 20, 0, 11, 1, 21, 0, 12, 1, 22, 1, 13, 0, 23, 1]
  expect(lines(...faceEntity)).toHaveLength(4)
  expect(lines(...faceEntity, 70, 2 | 8)).toHaveLength(2)
})

it('draws a spline as a curve through its fit points and tangents', () => {
  const points = [11, 0, 21, 0, 11, 10, 21, 10, 11, 20, 21, 0]
  const [curve = []] = lines(0, 'SPLINE', 70, 8, 71, 3, 74, 3, ...points)
  expect(curve.length).toBeGreaterThan(20)
  // Smooth at its middle, where straight segments would turn by 90 degrees.
  const bends = curve.slice(1, -1).map(([x, y], at) => {
    const [before, after] = [curve[at] ?? [0, 0], curve[at + 2] ?? [0, 0]]
    return Math.abs(Math.atan2(after[1] - y, after[0] - x) - Math.atan2(y - before[1], x - before[0]))
  })
  expect(Math.max(...bends)).toBeLessThan(0.2)
  expect(curve.some(([x, y]) => x === 10 && y === 10)).toBe(true)
  const [upright = []] = lines(0, 'SPLINE', 71, 3, 12, 0, 22, 1, 13, 0, 23, -1, ...points)
  expect(Math.abs((upright[1]?.[0] ?? 9) / (upright[1]?.[1] ?? 1))).toBeLessThan(0.1)
})

it.each([1e-7, -1.2246e-16, 1e-13, 5e-324])('draws a bulge of rounding as a straight line: %s', (bulge) => {
  const ends = [10, 5e6, 20, 5e6, 42, bulge, 10, 5e6 + 1e4, 20, 5e6 + 7e3]
  expect(lines(0, 'LWPOLYLINE', ...ends)).toEqual([
    [
      [5e6, 5e6],
      [5e6 + 1e4, 5e6 + 7e3],
    ],
  ])
})

it.each(['', '  ', 'nan', '1.#QNAN', '-nan(ind)', '1e999', '-1e308'])(
  'draws no line to the origin from an invalid coordinate: %j',
  (value) => {
    expect(lines(0, 'LINE', 10, 5, 20, value, 11, 6, 21, 7)).toEqual([])
    expect(lines(0, 'CIRCLE', 10, value, 20, 5, 40, 1)).toEqual([])
    expect(lines(0, '3DFACE', 10, 1, 20, 1, 11, 2, 21, 1, 12, value, 22, 2)).toHaveLength(1)
    const valid = [
      [1, 2],
      [3, 2],
    ]
    const points = [10, 1, 20, 2, 10, value, 20, 9, 10, 3, 20, 2]
    expect(lines(0, 'LWPOLYLINE', ...points)).toEqual([valid])
    const vertices = [10, 1, 20, 2, 0, 'VERTEX', 10, 2, 20, value, 0, 'VERTEX', 0, 'VERTEX', 10, 3, 20, 2]
    expect(lines(0, 'POLYLINE', 0, 'VERTEX', ...vertices, 0, 'SEQEND')).toEqual([valid])
    expect(lines(0, 'LINE', 10, 1, 20, 2, 30, value, 11, 3, 21, 2)).toEqual([valid])
  },
)

/** The boxes of the filled outlines: left, right, bottom, top. */
const bands = (...entities: (string | number)[]) => {
  const dxf = readDxf(dxfFile({ entities }))
  const areas = dxf ? shapesOf(dxf, null).flatMap((shape) => ('loops' in shape ? [shape.loops] : [])) : []
  return areas.map((loops) =>
    loops.map((loop) => {
      const [xs, ys] = [loop.map(([x]) => x), loop.map(([, y]) => y)]
      return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)].map((side) => Math.round(side) + 0)
    }),
  )
}
const square = [10, 0, 20, 0, 10, 100, 20, 0, 10, 100, 20, 60, 10, 0, 20, 60]
it.each<[what: string, entity: (string | number)[], outlines: number[][]]>([
  [
    'of a closed line',
    [0, 'LWPOLYLINE', 70, 1, 43, 4, ...square],
    [
      [2, 98, 2, 58],
      [-2, 102, -2, 62],
    ],
  ],
  ['of an open line', [0, 'LWPOLYLINE', 43, 4, ...square], [[0, 102, -2, 62]]],
  ['of a line with equal vertices', [0, 'LWPOLYLINE', 43, 4, ...square.slice(0, 4), ...square], [[0, 102, -2, 62]]],
  ['of an arrow', [0, 'LWPOLYLINE', 10, 0, 20, 0, 40, 30, 41, 0, 10, 90, 20, 0], [[0, 90, -15, 15]]],
  ['of an arc', [0, 'LWPOLYLINE', 43, 10, 10, 0, 20, 0, 42, 1, 10, 40, 20, 0], [[-5, 45, -25, 0]]],
  [
    'of a disc',
    [0, 'LWPOLYLINE', 70, 1, 43, 10, 10, -5, 20, 0, 42, 1, 10, 5, 20, 0, 42, 1],
    [
      [0, 0, 0, 0],
      [-10, 10, -10, 10],
    ],
  ],
  [
    'of an old polyline',
    [0, 'POLYLINE', 40, 4, 41, 4, 0, 'VERTEX', 10, 0, 20, 0, 0, 'VERTEX', 10, 9, 20, 0, 0, 'SEQEND'],
    [[0, 9, -2, 2]],
  ],
])('fills the width %s', (_what, entity, outlines) => {
  expect(bands(...entity)).toEqual([outlines])
  expect(bands(0, 'LWPOLYLINE', ...square)).toEqual([])
})
