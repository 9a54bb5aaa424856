import { expect, it } from 'vitest'
import { leftOut } from './dxf-left-out.ts'

const drawing = (...kinds: string[]): string => kinds.map((kind) => `  0\n${kind}\n  8\nHATCH\n 10\n0\n`).join('')

it('names what is not drawn, the most first, whatever ends its lines', () => {
  const text = drawing('LINE', 'HATCH', 'MLINE', 'HATCH', 'DIMENSION', 'CIRCLE')
  const found = [
    { kind: 'HATCH', count: 2 },
    { kind: 'DIMENSION', count: 1 },
    { kind: 'MLINE', count: 1 },
  ]
  expect(leftOut(text)).toEqual(found)
  expect(leftOut(text.replaceAll('\n', '\r\n'))).toEqual(found)
})

it('takes neither layers nor texts for it, nor names that begin like one', () => {
  expect(leftOut(drawing('LINE', 'HATCHSTYLE', 'IMAGEDEF'))).toEqual([])
})
