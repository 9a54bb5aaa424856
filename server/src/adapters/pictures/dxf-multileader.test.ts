import { expect, it } from 'vitest'
import { dxfFile } from '../../testing/dxf.ts'
import { readDxf, shapesOf } from './dxf-drawing.ts'

const text = [304, '{\\fArial;Door}\\PEI 60', 11, 0, 21, 0, 31, 1, 12, 40, 22, 40, 13, 1, 23, 0, 43, 0, 171, 3]
const line = (x: number, y: number) => [304, 'LEADER_LINE{', 10, x, 20, y, 30, 0, 305, '}']
const leader = [302, 'LEADER{', 10, 30, 20, 38, 11, 1, 21, 0, 40, 8, ...line(10, 10), ...line(10, 30), 303, '}']
const multileader = (content: (string | number)[]) => {
  const context = [300, 'CONTEXT_DATA{', 40, 1, 10, 38, 20, 38, 41, 3, ...content, ...leader, 301, '}']
  const dxf = readDxf(dxfFile({ entities: [0, 'MULTILEADER', 8, 'Notes', ...context, 40, 9, 10, 7, 20, 7] }))
  return dxf && { shapes: shapesOf(dxf, null), left: dxf.left }
}
const leaderShapes = [
  [
    [10, 10],
    [30, 38],
    [38, 38],
  ],
  [
    [10, 30],
    [30, 38],
    [38, 38],
  ],
].map((spots) => ({ layer: 'Notes', spots }))

it('draws the text of a multileader with all its lines', () => {
  expect(multileader(text)).toMatchObject({
    shapes: [
      { layer: 'Notes', text: 'Door\nEI 60', at: [40, 40], height: 3, across: 'end', down: 'top' },
      ...leaderShapes,
    ],
    left: [],
  })
})

it('reports a multileader to a block, and draws its lines', () => {
  expect(multileader([])).toEqual({ shapes: leaderShapes, left: [{ kind: 'MULTILEADER', count: 1 }] })
})
