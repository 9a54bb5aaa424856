import { expect, it } from 'vitest'
import { dxfFile } from '../../testing/dxf.ts'
import { readDxf, shapesOf } from './dxf-drawing.ts'

type Parts = Parameters<typeof dxfFile>[0]
const skippedEntities = (parts: Parts) => readDxf(dxfFile(parts))?.left
const drawing = (...kinds: string[]) => kinds.flatMap((kind) => [0, kind, 8, 'MLINE', 10, 0])

it('lists skipped entity kinds by frequency', () => {
  expect(skippedEntities({ entities: drawing('LINE', '3DSOLID', 'MLINE', '3DSOLID', 'AEC_WALL', 'CIRCLE') })).toEqual([
    { kind: '3DSOLID', count: 2 },
    { kind: 'AEC_WALL', count: 1 },
    { kind: 'MLINE', count: 1 },
  ])
})

it('does not list layers, viewports or invisible and unused entities', () => {
  const unused = [0, 'BLOCK', 2, 'B', ...drawing('3DSOLID'), 0, 'ENDBLK']
  expect(
    skippedEntities({
      entities: [...drawing('LINE', 'VIEWPORT'), 0, 'MLINE', 60, 1, 0, 'POINT', 8, 'Defpoints'],
      blocks: unused,
    }),
  ).toEqual([])
  expect(skippedEntities({ entities: [0, 'INSERT', 2, 'b', 0, 'INSERT', 2, 'B'], blocks: unused })).toEqual([
    { kind: '3DSOLID', count: 1 },
  ])
})

it('lists an external reference that is not in the file', () => {
  const external = [0, 'BLOCK', 2, 'GroundFloor', 70, 4, 1, 'ground.dwg', 0, 'ENDBLK']
  const entities = [0, 'INSERT', 2, 'GroundFloor', 0, 'INSERT', 2, 'Nowhere']
  expect(skippedEntities({ entities, blocks: external })).toEqual([
    { kind: 'XREF GroundFloor', count: 1 },
    { kind: 'XREF Nowhere', count: 1 },
  ])
})

it('shows the paper sheets of a drawing with an empty model, in a row', () => {
  const onSheet = [0, 'LINE', 67, 1, 10, 0, 20, 0, 11, 4, 21, 0]
  const inBlock = [0, 'BLOCK', 2, '*Paper_Space0', 0, 'LINE', 10, 0, 20, 0, 11, 5, 21, 0, 0, 'ENDBLK']
  const shapes = (entities: (string | number)[]) => {
    const dxf = readDxf(dxfFile({ entities, blocks: inBlock }))
    return dxf && shapesOf(dxf, null).map((shape) => 'spots' in shape && shape.spots[1])
  }
  expect(shapes(onSheet)).toEqual([
    [4, 0],
    [4 * 1.1 + 5, 0],
  ])
  expect(shapes([])).toEqual([[5, 0]])
  expect(shapes([...onSheet, 0, 'LINE', 10, 0, 20, 0, 11, 6, 21, 0])).toEqual([[6, 0]])
})
