import {
  type DxfBlock,
  type DxfDocument,
  type DxfEntity,
  type LayerState,
  nameKeyOf,
  readDocument,
} from './dxf-document.ts'
import { blockUsers, drawnOf, isInvisible } from './dxf-entities.ts'
import { directionIn, type Frame, frameIn, objectFrame, type Point, pointIn, scaled, world } from './dxf-geometry.ts'
import { findMissingParts, shownSheets } from './dxf-missing.ts'
import type { DxfShape } from './dxf-shape.ts'
import { placeInRow } from './dxf-sheets.ts'
import { isBinaryDxf } from './dxf-tags.ts'
import { type Spot, textIn } from './dxf-text.ts'

/** Maximum shapes and points; more would occupy a process for minutes. */
export const maxShapes = 300_000
const maxSpots = 8_000_000
/** Maximum visited entities, including those of each inserted block. */
const maxVisits = 1_000_000

export class TooMuch extends Error {}

/** Meters per unit, by the drawing's unit code. */
const metresOf: Readonly<Record<number, number>> = {
  1: 0.0254,
  2: 0.3048,
  3: 1609.344,
  4: 0.001,
  5: 0.01,
  6: 1,
  7: 1000,
  8: 0.0254e-6,
  9: 0.0254e-3,
  10: 0.9144,
  13: 1e-6,
  14: 0.1,
  15: 10,
  16: 100,
  // Of the survey of the United States.
  21: 1_200 / 3_937,
  22: 100 / 3_937,
  23: 3_600 / 3_937,
}

/** Bytes within which the first section must start. */
const headBytes = 64_000

/**
 * Whether the content starts like a drawing exchange file: groups of a number and a value, the first of them a section
 * or a comment.
 */
export const isDxf = (content: Uint8Array): boolean => {
  const head = Buffer.from(content.subarray(0, headBytes))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  const lines = head.split(head.includes('\n') ? '\n' : '\r').map((line) => line.trim())
  let at = 0
  while (lines[at] === '' || lines[at] === '999') at += lines[at] === '' ? 1 : 2
  return isBinaryDxf(content) || (lines[at] === '0' && lines[at + 1] === 'SECTION')
}

export type Dxf = { document: DxfDocument; unitM: number | null; left: ReturnType<typeof findMissingParts> }

/** The drawing; null if it ends early. */
export const readDxf = (content: Uint8Array): Dxf | null => {
  const document = readDocument(content)
  return (
    document && {
      document,
      unitM: metresOf[Number(document.header.get('$INSUNITS'))] ?? null,
      left: findMissingParts(document),
    }
  )
}

/** Offsets of a block from its insertion point: one, or rows and columns. */
const cellsOf = (insertEntity: DxfEntity): Point[] => {
  const [columns, rows] = [Math.max(1, insertEntity.number(70, 1)), Math.max(1, insertEntity.number(71, 1))]
  if (columns * rows > maxShapes) throw new TooMuch()
  return Array.from({ length: columns * rows }, (_, at) => [
    (at % columns) * insertEntity.number(44),
    Math.floor(at / columns) * insertEntity.number(45),
    0,
  ])
}

const toFrame = ({ x, y, z }: Frame, origin: Point, base: Point): Frame => {
  const [bx, by, bz] = directionIn({ x, y, z, origin }, base)
  return { x, y, z, origin: [origin[0] - bx, origin[1] - by, origin[2] - bz] }
}

/** Every position at which an insert places its block, in the surrounding coordinates. */
const insertFrames = (insertEntity: DxfEntity, base: Point): Frame[] => {
  const object = objectFrame(insertEntity.point(210))
  const angle = (insertEntity.number(50) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const rotatedFrame: Frame = {
    ...object,
    x: directionIn(object, [cos, sin, 0]),
    y: directionIn(object, [-sin, cos, 0]),
  }
  const origin = pointIn(object, insertEntity.point(10) ?? [0, 0, 0])
  const [sx, sy, sz] = [41, 42, 43].map((code) => insertEntity.number(code, 1) || 1) as [number, number, number]
  const scaledFrame = {
    x: scaled(rotatedFrame.x, sx),
    y: scaled(rotatedFrame.y, sy),
    z: scaled(rotatedFrame.z, sz),
    origin,
  }
  return cellsOf(insertEntity).map((cell) => toFrame(scaledFrame, pointIn({ ...rotatedFrame, origin }, cell), base))
}

/** Frames of an entity's block: the block of a dimension is already drawn in place, unless it is a copy. */
const blockFrames = (entity: DxfEntity, { base }: DxfBlock): Frame[] => {
  if (entity.type === 'INSERT') return insertFrames(entity, base)
  if (entity.type !== 'ACAD_TABLE') {
    const copyOrigin = entity.point(12)
    const origin = copyOrigin ? pointIn(objectFrame(entity.point(210)), copyOrigin) : world.origin
    return [toFrame(world, origin, base)]
  }
  const [ax, ay] = entity.point(11) ?? world.x
  const length = Math.hypot(ax, ay) || 1
  const [cos, sin] = [ax / length, ay / length]
  return [toFrame({ ...world, x: [cos, sin, 0], y: [-sin, cos, 0] }, entity.point(10) ?? world.origin, base)]
}

/** The name without control characters, for display and selection. */
const shownName = (name: string): string => name.replace(/\p{C}/gu, '').slice(0, 255)

/** Limit of coordinates: differences and sums of larger ones are infinite. */
const maxCoordinate = 1e300

const isValidPoint = ([x, y]: Spot): boolean => Math.abs(x) < maxCoordinate && Math.abs(y) < maxCoordinate

type Drawn = ReturnType<typeof drawnOf>[number]

/** A drawn shape in a frame, without invalid points. */
const placeShape = (outer: Frame, { shape, frame }: Drawn, layer: string): DxfShape[] => {
  const entityFrame = frameIn(outer, frame)
  if ('text' in shape) {
    const text = textIn(entityFrame, shape)
    const hasSize = [text.height, text.height * text.stretch].every((size) => size > 0 && size < maxCoordinate)
    return isValidPoint(text.at) && hasSize ? [{ layer, ...text }] : []
  }
  const { lines, isFilled, band = [] } = shape
  const inFrame = (found: readonly Point[][]): Spot[][] =>
    found
      .map((line) =>
        line
          .map((point): Spot => {
            const [x, y] = pointIn(entityFrame, point)
            return [x, y]
          })
          .filter(isValidPoint),
      )
      .filter(({ length }) => length > 1)
  const area = (loops: Spot[][]): DxfShape[] => (loops.length > 0 ? [{ layer, loops }] : [])
  if (isFilled) return area(inFrame(lines))
  return [...inFrame(lines).map((spots) => ({ layer, spots })), ...area(inFrame(band))]
}

/** The shapes of an entity in a frame. */
const shapesIn = (frame: Frame, entity: DxfEntity, layer: string): DxfShape[] =>
  drawnOf(entity).flatMap((drawn) => placeShape(frame, drawn, layer))

const countPoints = (shape: DxfShape): number => {
  if ('text' in shape) return 1
  return 'spots' in shape ? shape.spots.length : shape.loops.reduce((total, { length }) => total + length, 0)
}

/** Context of an entity: its frame, the layer of its block's insertion, and the enclosing blocks and frozen layers. */
type Place = { frame: Frame; layer: string | null; frozen: readonly string[]; inside: readonly string[] }

/** All shapes of a drawing on the wanted layers, or on all layers if null. */
export const shapesOf = ({ document }: Dxf, wantedLayers: ReadonlySet<string> | null): DxfShape[] => {
  let shapes: DxfShape[] = []
  let shapeCount = 0
  let pointCount = 0
  let visits = 0
  const isUnwanted = (layer: string): boolean => wantedLayers !== null && !wantedLayers.has(layer)
  const isFrozen = (layer: string): boolean => document.layers.get(nameKeyOf(layer))?.state === 'frozen'

  const addEntity = (entity: DxfEntity, { frame, frozen }: Place, layer: string): void => {
    if (isUnwanted(layer) || frozen.some(isUnwanted)) return
    const others = frozen.filter((name) => name !== layer)
    for (const shape of shapesIn(frame, entity, layer)) {
      pointCount += countPoints(shape)
      if (++shapeCount > maxShapes || pointCount > maxSpots) throw new TooMuch()
      shapes.push(others.length > 0 ? { ...shape, frozen: others } : shape)
    }
  }

  /** Content of a block on layer 0 belongs to the layer of the insertion. */
  const layerOf = (entity: DxfEntity, place: Place): string => {
    const key = nameKeyOf(entity.text(8) || '0')
    if (place.layer !== null && key === '0') return place.layer
    return shownName(document.layers.get(key)?.name ?? entity.text(8)) || '0'
  }
  const addBlock = (entity: DxfEntity, place: Place, layer: string): void => {
    const name = nameKeyOf(entity.text(2))
    const frozen = isFrozen(layer) ? [...new Set([...place.frozen, layer])] : place.frozen
    const inner = { layer, frozen, inside: [...place.inside, name] }
    for (const part of entity.parts) add(part, { ...inner, frame: place.frame })
    const block = document.blocks.get(name)
    if (!block || place.inside.includes(name)) return
    for (const frame of blockFrames(entity, block))
      for (const blockEntity of block.entities) add(blockEntity, { ...inner, frame: frameIn(place.frame, frame) })
  }
  const add = (entity: DxfEntity, place: Place): void => {
    if (++visits > maxVisits) throw new TooMuch()
    if (isInvisible(entity)) return
    const layer = layerOf(entity, place)
    if (blockUsers.has(entity.type)) addBlock(entity, place, layer)
    else addEntity(entity, place, layer)
  }
  const sheets = shownSheets(document).map((entities) => {
    shapes = []
    for (const entity of entities) add(entity, { frame: world, layer: null, frozen: [], inside: [] })
    return shapes
  })
  return placeInRow(sheets)
}

/** Layers with content, the fullest first, and whether the drawing shows them. */
export const layersOf = (
  shapes: readonly DxfShape[],
  { document }: Dxf,
): { name: string; entities: number; state: LayerState }[] => {
  const states = new Map([...document.layers.values()].map(({ name, state }) => [shownName(name), state]))
  const counts = new Map<string, number>()
  for (const { layer, frozen = [] } of shapes)
    for (const name of [layer, ...frozen]) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, entities]) => ({ name, entities, state: states.get(name) ?? 'on' }))
    .sort((a, b) => b.entities - a.entities || (a.name < b.name ? -1 : 1))
}
