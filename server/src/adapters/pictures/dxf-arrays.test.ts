import { expect, it } from 'vitest'
import { dxfFile } from '../../testing/dxf.ts'
import { readDxf, shapesOf, TooMuch } from './dxf-drawing.ts'

const seatBlock = [0, 'BLOCK', 8, 0, 2, 'Seat', 10, 0, 20, 0, 0, 'LINE', 8, 0, 10, 0, 20, 0, 11, 1, 21, 0, 0, 'ENDBLK']

/** A line of one unit in a block, inserted at 100, 10 with these groups. */
const shapes = (...insert: (string | number)[]) => {
  const insertEntity = [0, 'INSERT', 8, 'Seats', 2, 'Seat', 10, 100, 20, 10, ...insert]
  const dxf = readDxf(dxfFile({ blocks: seatBlock, entities: insertEntity }))
  return dxf
    ? shapesOf(dxf, null).map((one) => ('spots' in one ? one.spots[0]?.map((part) => Math.round(part)) : one))
    : null
}

it('draws a block for each row and column along rotated axes', () => {
  expect(shapes()).toEqual([[100, 10]])
  const columns = [70, 3]
  const rows = [71, 2]
  const spacing = [44, 5, 45, 7]
  const sixPlaces = [0, 1].flatMap((row) => [0, 1, 2].map((column) => [100 + column * 5, 10 + row * 7]))
  expect(shapes(...columns, ...rows, ...spacing)).toEqual(sixPlaces)
  expect(shapes(...columns, ...rows, ...spacing, 41, 9, 42, 9)).toEqual(sixPlaces)
  expect(shapes(...columns, 44, 5, 50, 90)).toEqual([0, 1, 2].map((column) => [100, 10 + column * 5]))
})

it('is too much beyond the maximum number of repetitions', () => {
  expect(() => shapes(70, 32_767, 71, 32_767)).toThrow(TooMuch)
  expect(() => shapes(70, 1_000, 71, 301)).toThrow(TooMuch)
})

/** Nested blocks, each with ten copies of the previous one. */
const nested = (depth: number, child: (string | number)[]) => [
  0,
  'BLOCK',
  8,
  0,
  2,
  'B0',
  10,
  0,
  20,
  0,
  ...child,
  0,
  'ENDBLK',
  ...Array.from({ length: depth }, (_, at) => [
    0,
    'BLOCK',
    8,
    0,
    2,
    `B${at + 1}`,
    10,
    0,
    20,
    0,
    ...Array.from({ length: 10 }, (_, x) => [0, 'INSERT', 8, 0, 2, `B${at}`, 10, x, 20, 0]).flat(),
    0,
    'ENDBLK',
  ]).flat(),
]
const insertBlock = (name: string) => [0, 'INSERT', 8, 0, 2, name, 10, 0, 20, 0]

it('is too much where nested blocks multiply, even without content', () => {
  const line = [0, 'LINE', 8, 0, 10, 0, 20, 0, 11, 1, 21, 0]
  for (const child of [line, []]) {
    const dxf = readDxf(dxfFile({ blocks: nested(9, child), entities: insertBlock('B9') }))
    expect(() => dxf && shapesOf(dxf, null)).toThrow(TooMuch)
  }
})

it('skips recursive blocks and draws one nested twelve deep', () => {
  const blockEntities = [
    0,
    'BLOCK',
    8,
    0,
    2,
    'A',
    10,
    0,
    20,
    0,
    ...insertBlock('A'),
    0,
    'LINE',
    10,
    0,
    20,
    0,
    11,
    1,
    21,
    0,
    0,
    'ENDBLK',
  ]
  const cyclicDrawing = readDxf(dxfFile({ blocks: blockEntities, entities: insertBlock('A') }))
  expect(cyclicDrawing && shapesOf(cyclicDrawing, null)).toHaveLength(1)
  const chain = Array.from({ length: 12 }, (_, at) => [
    0,
    'BLOCK',
    8,
    0,
    2,
    `D${at}`,
    10,
    0,
    20,
    0,
    ...(at === 0 ? [0, 'LINE', 8, 0, 10, 0, 20, 0, 11, 1, 21, 0] : insertBlock(`D${at - 1}`)),
    0,
    'ENDBLK',
  ]).flat()
  const deepDrawing = readDxf(dxfFile({ blocks: chain, entities: insertBlock('D11') }))
  expect(deepDrawing && shapesOf(deepDrawing, null)).toHaveLength(1)
})
