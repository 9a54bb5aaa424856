import { expect, it } from 'vitest'
import { readDxf, shapesOf, TooMuch } from './dxf-drawing.ts'

/** A line of one unit that a block holds, put in at 100, 10 with what is given. */
const shapes = (...insert: (string | number)[]) => {
  const head = [0, 'SECTION', 2, 'BLOCKS', 0, 'BLOCK', 8, 0, 2, 'Seat', 10, 0, 20, 0]
  const line = [0, 'LINE', 8, 0, 10, 0, 20, 0, 11, 1, 21, 0, 0, 'ENDBLK', 8, 0, 0, 'ENDSEC']
  const put = [0, 'SECTION', 2, 'ENTITIES', 0, 'INSERT', 8, 'Seats', 2, 'Seat', 10, 100, 20, 10, ...insert]
  const dxf = readDxf(Buffer.from([...head, ...line, ...put, 0, 'ENDSEC', 0, 'EOF'].join('\n')))
  return dxf
    ? shapesOf(dxf, null).map((one) => ('spots' in one ? one.spots[0]?.map((part) => Math.round(part)) : one))
    : null
}

it('draws a block as often as its rows and columns say, along axes that are turned and not enlarged', () => {
  expect(shapes()).toEqual([[100, 10]])
  const [columns, rows, apart] = [
    [70, 3],
    [71, 2],
    [44, 5, 45, 7],
  ]
  const six = [0, 1].flatMap((row) => [0, 1, 2].map((column) => [100 + column * 5, 10 + row * 7]))
  expect(shapes(...columns, ...rows, ...apart)).toEqual(six)
  expect(shapes(...columns, ...rows, ...apart, 41, 9, 42, 9)).toEqual(six)
  expect(shapes(...columns, 44, 5, 50, 90)).toEqual([0, 1, 2].map((column) => [100, 10 + column * 5]))
})

it('is too much where there are more of them than anybody reads', () => {
  expect(() => shapes(70, 32_767, 71, 32_767)).toThrow(TooMuch)
  expect(() => shapes(70, 1_000, 71, 301)).toThrow(TooMuch)
})
