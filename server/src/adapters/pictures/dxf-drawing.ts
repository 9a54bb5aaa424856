import parser, { type IBlock, type IDxf, type IEntity, type IInsertEntity } from 'dxf-parser'
import type { Spot } from './dxf-curves.ts'
import { type EntityShape, shapeOf } from './dxf-entities.ts'
import { leftOut } from './dxf-left-out.ts'
import type { DxfText } from './dxf-text.ts'

/** The module is the class itself, whatever its declaration says. */
const DxfParser = parser as unknown as typeof parser.default

/** Lines through spots, or a text, each on its layer, in units of the drawing. */
export type DxfShape = { layer: string; spots: readonly Spot[] } | ({ layer: string } & DxfText)

/** Shapes that are drawn at most; a drawing with more would hold a process for minutes. */
export const mostShapes = 300_000

/** Drawings within drawings, as a door within a wall within a storey. */
const deepest = 8

export class TooMuch extends Error {}

/** Metres of the units that a drawing may say it is in. */
const metresOf: Readonly<Record<number, number>> = {
  ...{ 1: 0.0254, 2: 0.3048, 3: 1609.344, 4: 0.001, 5: 0.01, 6: 1, 7: 1000, 8: 0.0254e-6, 9: 0.0254e-3, 10: 0.9144 },
  ...{ 13: 1e-6, 14: 0.1, 15: 10, 16: 100 },
}

const isBinary = (content: Uint8Array): boolean =>
  Buffer.from(content.subarray(0, 18)).toString('latin1') === 'AutoCAD Binary DXF'

/** UTF-8 since 2007, and a code page of its time before. */
const textOf = (content: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** Whether it begins as a drawing exchange file does: groups of a number and a value, the first of them a section or a comment. */
export const isDxf = (content: Uint8Array): boolean => {
  const head = Buffer.from(content.subarray(0, 400))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  return isBinary(content) || /^\s*(?:999\r?\n[^\n]*\n\s*)*0\r?\n\s*SECTION\r?\n/.test(head)
}

export type Dxf = { drawing: IDxf; unitM: number | null; left: ReturnType<typeof leftOut> }

/** The drawing; null where it cannot be read. */
export const readDxf = (content: Uint8Array): Dxf | null => {
  if (isBinary(content)) return null
  const text = textOf(content)
  const drawing = new DxfParser().parseSync(text)
  if (!drawing) return null
  return { drawing, unitM: metresOf[Number(drawing.header?.$INSUNITS)] ?? null, left: leftOut(text) }
}

type Placed = { move: (spot: Spot) => Spot; scale: number; turned: number }
const asItIs: Placed = { move: (spot) => spot, scale: 1, turned: 0 }

/** How far from its point a block is put in each time: once, or in rows and columns along the turned axes. */
const cellsOf = ({ columnCount, rowCount, columnSpacing, rowSpacing }: IInsertEntity): Spot[] => {
  const [columns, rows] = [Math.max(1, columnCount || 1), Math.max(1, rowCount || 1)]
  if (columns * rows > mostShapes) throw new TooMuch()
  return Array.from({ length: columns * rows }, (_, at) => [
    (at % columns) * (columnSpacing || 0),
    Math.floor(at / columns) * (rowSpacing || 0),
  ])
}

const within = (outer: Placed, insert: IInsertEntity, [bx, by]: Spot, [dx, dy]: Spot): Placed => {
  const [sx, sy] = [insert.xScale || 1, insert.yScale || 1]
  const turned = ((insert.rotation || 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)]
  const { x, y } = insert.position
  const move = ([px, py]: Spot): Spot => {
    const [u, v] = [(px - bx) * sx + dx, (py - by) * sy + dy]
    return outer.move([x + u * cos - v * sin, y + u * sin + v * cos])
  }
  return { move, scale: outer.scale * Math.abs(sx), turned: outer.turned + turned }
}

/** Every place at which a block is put in. */
const eachOf = (outer: Placed, insert: IInsertEntity, { position }: Partial<IBlock>): Placed[] =>
  cellsOf(insert).map((cell) => within(outer, insert, [position?.x ?? 0, position?.y ?? 0], cell))

/** As it can be shown and asked for again. */
const layerName = (name: string): string => name.replace(/\p{C}/gu, '').slice(0, 255)

const placedShape = (shape: EntityShape, layer: string, { move, scale, turned }: Placed): DxfShape => {
  if (!('text' in shape)) return { layer, spots: shape.spots.map(move) }
  const width = (shape.width ?? 0) * scale
  return { ...shape, layer, at: move(shape.at), height: shape.height * scale, width, turned: shape.turned + turned }
}

/** Everything that is drawn in the model, on the layers that are wanted; all where none are named. */
export const shapesOf = ({ drawing }: Dxf, layers: ReadonlySet<string> | null): DxfShape[] => {
  const shapes: DxfShape[] = []
  const keep = (entity: IEntity, placed: Placed, layer: string): void => {
    const shape = layers && !layers.has(layer) ? null : shapeOf(entity)
    if (!shape) return
    if (shapes.length >= mostShapes) throw new TooMuch()
    shapes.push(placedShape(shape, layer, placed))
  }
  const add = (entity: IEntity, placed: Placed, outer: string | null, depth: number): void => {
    // What a block has on layer 0 is on the layer of whoever puts it in.
    const layer = outer !== null && entity.layer === '0' ? outer : layerName(entity.layer ?? '0')
    const block = entity.type === 'INSERT' ? drawing.blocks?.[(entity as IInsertEntity).name] : undefined
    if (!block || depth >= deepest) {
      keep(entity, placed, layer)
      return
    }
    for (const inner of eachOf(placed, entity as IInsertEntity, block))
      for (const one of block.entities ?? []) add(one, inner, layer, depth + 1)
  }
  for (const entity of drawing.entities ?? [])
    if (!(entity as { inPaperSpace?: boolean }).inPaperSpace) add(entity, asItIs, null, 0)
  return shapes
}

/** Layers that are offered at most; the fullest of them. */
const mostLayers = 200

/** The layers on which something is drawn, the fullest first. */
export const layersOf = (shapes: readonly DxfShape[]): { name: string; entities: number }[] => {
  const counts = new Map<string, number>()
  for (const { layer } of shapes) counts.set(layer, (counts.get(layer) ?? 0) + 1)
  return [...counts]
    .map(([name, entities]) => ({ name, entities }))
    .sort((a, b) => b.entities - a.entities || (a.name < b.name ? -1 : 1))
    .slice(0, mostLayers)
}
