import { expect, it } from 'vitest'
import { dxfFile } from '../../testing/dxf.ts'
import { layersOf, readDxf, shapesOf } from './dxf-drawing.ts'

const layer = (name: string, flags: number, colour: number) => [0, 'LAYER', 62, colour, 70, flags, 2, name]
const layers = [...layer('Wall', 0, 7), ...layer('Old', 0, -7), ...layer('Furniture', 1, 7), ...layer('Chair', 0, 7)]
const line = (layer: string, x: number, ...extraGroups: (string | number)[]) => [
  0,
  'LINE',
  ...extraGroups,
  11,
  x,
  21,
  1,
  10,
  0,
  20,
  0,
  8,
  layer,
]
const block = [0, 'BLOCK', 2, 'Desk', 10, 0, 20, 0, ...line('0', 5), ...line('Chair', 6), 0, 'ENDBLK']
const found = (entities: (string | number)[], blocks = block) => {
  const dxf = readDxf(dxfFile({ layers, blocks, entities }))
  if (!dxf) throw new Error('not read')
  const drawLayers = (layers: string[] | null) =>
    shapesOf(dxf, layers && new Set(layers)).map((shape) => ('spots' in shape ? shape.spots[1]?.[0] : shape))
  return { drawLayers, layers: layersOf(shapesOf(dxf, null), dxf) }
}

it('reports the hidden layers, with names compared case-insensitively', () => {
  expect(found([...line('WALL', 1), ...line('wall', 2), ...line('old', 3), ...line('Furniture', 4)]).layers).toEqual([
    { name: 'Wall', entities: 2, state: 'on' },
    { name: 'Furniture', entities: 1, state: 'frozen' },
    { name: 'Old', entities: 1, state: 'off' },
  ])
})

it('draws nothing that is invisible', () => {
  expect(found([...line('Wall', 1), ...line('Wall', 2, 60, 1)]).drawLayers(null)).toEqual([1])
})

it('hides a whole block on a frozen layer and only lines on an off layer', () => {
  const frozenLayer = found([0, 'INSERT', 2, 'Desk', 8, 'Furniture', 10, 0, 20, 0])
  expect([frozenLayer.drawLayers(['Chair']), frozenLayer.drawLayers(['Chair', 'Furniture'])]).toEqual([[], [5, 6]])
  const hiddenInsert = found([0, 'INSERT', 2, 'Desk', 8, 'Old', 10, 0, 20, 0])
  expect([hiddenInsert.drawLayers(['Chair']), hiddenInsert.drawLayers(['Chair', 'Old'])]).toEqual([[6], [5, 6]])
})

it('reports a frozen layer with a block whose content is on other layers', () => {
  const chairs = [0, 'BLOCK', 2, 'Chairs', 10, 0, 20, 0, ...line('Chair', 6), ...line('Furniture', 7), 0, 'ENDBLK']
  const room = [0, 'BLOCK', 2, 'Room', 10, 0, 20, 0, 0, 'INSERT', 2, 'Chairs', 8, 'Furniture', 0, 'ENDBLK']
  const { drawLayers, layers } = found([...line('Wall', 1), 0, 'INSERT', 2, 'Room', 8, 'Wall'], [...chairs, ...room])
  expect(layers).toEqual([
    { name: 'Furniture', entities: 2, state: 'frozen' },
    { name: 'Chair', entities: 1, state: 'on' },
    { name: 'Wall', entities: 1, state: 'on' },
  ])
  expect([drawLayers(['Wall', 'Chair']), drawLayers(['Chair', 'Furniture'])]).toEqual([[1], [6, 7]])
})

it('draws the visible attributes of a block at their place', () => {
  const insertEntity = [0, 'INSERT', 66, 1, 2, 'Desk', 8, 'Wall', 10, 50, 20, 50]
  const attribute = (text: string, flags: number) => [
    0,
    'ATTRIB',
    2,
    'NO',
    1,
    text,
    70,
    flags,
    10,
    1,
    20,
    2,
    40,
    1,
    8,
    'Wall',
  ]
  const dxf = readDxf(
    dxfFile({
      blocks: block,
      entities: [...insertEntity, ...attribute('101', 0), ...attribute('hidden', 1), 0, 'SEQEND'],
    }),
  )
  const texts = dxf && shapesOf(dxf, null).filter((shape) => 'text' in shape)
  expect(texts).toMatchObject([{ text: '101', at: [1, 2], layer: 'Wall' }])
})
