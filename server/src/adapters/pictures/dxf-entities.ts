import { arcPoints, ellipsePoints, turn } from './dxf-curves.ts'
import type { DxfEntity } from './dxf-document.ts'
import { type Frame, minorAxis, objectFrame, type Point, world } from './dxf-geometry.ts'
import { hatchLoops } from './dxf-hatch.ts'
import { leaderLines, leaderText } from './dxf-multileader.ts'
import { lightPolyline, polyline } from './dxf-polylines.ts'
import { fitPoints, splinePoints } from './dxf-splines.ts'
import { attributeText, definitionText, type EntityText, lineText, paragraphText } from './dxf-text-entities.ts'

/** Shape of an entity in its own coordinates: lines with the band of their widths, an area between lines, or a text. */
export type EntityShape = { lines: readonly Point[][]; isFilled: boolean; band?: readonly Point[][] } | EntityText
type DrawnEntity = { shape: EntityShape | null; frame: Frame }

const radians = (degrees: number): number => (degrees * Math.PI) / 180

type Lines = Exclude<EntityShape, EntityText>

const lines = (found: readonly Point[][]): Lines => ({
  lines: found.filter((line) => line.length > 1),
  isFilled: false,
})
const line = (points: Point[]): EntityShape => lines([points])
const area = (found: readonly Point[][]): EntityShape => ({ ...lines(found), isFilled: true })

const extrusionOf = (entity: DxfEntity): Point | null => entity.point(210)

/** In the object coordinates of the entity. */
const toObjectEntity = (entity: DxfEntity, shape: EntityShape | null): DrawnEntity => ({
  shape,
  frame: objectFrame(extrusionOf(entity)),
})
const toWorldEntity = (shape: EntityShape | null): DrawnEntity => ({ shape, frame: world })

const corners = (entity: DxfEntity): Point[] =>
  [10, 11, 12, 13].map((code) => entity.point(code)).filter((point) => point !== null)

/** The four sides of a face, each with an invisibility flag. */
const faceSides = (entity: DxfEntity): Point[][] => {
  const found = corners(entity)
  const hiddenEdges = entity.number(70)
  return found
    .map((from, at): Point[] => [from, found[(at + 1) % found.length] ?? from])
    .filter((_, at) => (hiddenEdges & (1 << at)) === 0)
}

/** The corners of a solid are stored in zigzag order. */
const drawSolid = (entity: DxfEntity): DrawnEntity => {
  const [a, b, c, d = c] = corners(entity)
  return toObjectEntity(entity, a && b && c && d ? area([[a, b, d, c, a]]) : null)
}

const spline = (entity: DxfEntity): DrawnEntity => {
  const controls = entity.points(10)
  if (controls.length === 0)
    return toWorldEntity(line(fitPoints({ points: entity.points(11), start: entity.point(12), end: entity.point(13) })))
  const [degree, knots, weights] = [entity.number(71, 3), entity.numbers(40), entity.numbers(41)]
  return toWorldEntity(line(splinePoints({ degree, controls, knots, weights })))
}

/** The paragraph embedded in an attribute is in world coordinates. */
const attribute = (entity: DxfEntity, text: EntityText | null): DrawnEntity =>
  entity.embedded ? toWorldEntity(text) : toObjectEntity(entity, text)

const multileader = (entity: DxfEntity): DrawnEntity[] => [
  toWorldEntity(leaderText(entity)),
  toWorldEntity(lines(leaderLines(entity))),
]

const shapeBuilders: Readonly<Record<string, (entity: DxfEntity) => DrawnEntity | DrawnEntity[]>> = {
  LINE: (entity) => {
    const [from, to] = [entity.point(10), entity.point(11)]
    return toWorldEntity(from && to && line([from, to]))
  },
  LWPOLYLINE: (entity) => {
    const found = lightPolyline(entity)
    return toObjectEntity(entity, { ...lines(found.lines), band: found.band })
  },
  POLYLINE: (entity) => {
    const found = polyline(entity)
    const shape = { ...lines(found.lines), band: found.band }
    return found.isInWorld ? toWorldEntity(shape) : toObjectEntity(entity, shape)
  },
  MULTILEADER: multileader,
  MLEADER: multileader,
  LEADER: (entity) => toWorldEntity(line(entity.points(10))),
  CIRCLE: (entity) => {
    const centre = entity.point(10)
    return toObjectEntity(entity, centre && line(arcPoints(centre, entity.number(40))))
  },
  ARC: (entity) => {
    const centre = entity.point(10)
    const [from, to] = [radians(entity.number(50)), radians(entity.number(51, 360))]
    return toObjectEntity(entity, centre && line(arcPoints(centre, entity.number(40), from, to)))
  },
  ELLIPSE: (entity) => {
    const [centre, major] = [entity.point(10), entity.point(11)]
    if (!centre || !major) return toWorldEntity(null)
    const minor = minorAxis(extrusionOf(entity), major, entity.number(40, 1))
    return toWorldEntity(
      line(ellipsePoints({ centre, major, minor, from: entity.number(41), to: entity.number(42, turn) })),
    )
  },
  SPLINE: spline,
  HELIX: spline,
  SOLID: drawSolid,
  TRACE: drawSolid,
  '3DFACE': (entity) => toWorldEntity(lines(faceSides(entity))),
  HATCH: (entity) => toObjectEntity(entity, area(hatchLoops(entity))),
  TEXT: (entity) => toObjectEntity(entity, lineText(entity)),
  ATTRIB: (entity) => attribute(entity, attributeText(entity)),
  ATTDEF: (entity) => attribute(entity, definitionText(entity)),
  MTEXT: (entity) => toWorldEntity(paragraphText(entity)),
}

/** Entities with an inserted block. */
export const blockUsers: ReadonlySet<string> = new Set([
  'INSERT',
  'DIMENSION',
  'ARC_DIMENSION',
  'LARGE_RADIAL_DIMENSION',
  'ACAD_TABLE',
])

/** Entities only for the drawing program, such as viewports of a sheet: nobody misses them on a plan. */
const invisibleTypes: ReadonlySet<string> = new Set([
  'VIEWPORT',
  'SEQEND',
  'VERTEX',
  'LIGHT',
  'SUN',
  'CAMERA',
  'SECTION',
])

/** Whether an entity is visible in drawing programs but not drawn here, at least not its content. */
export const isUnsupported = (entity: DxfEntity): boolean => {
  const { type } = entity
  if (shapeBuilders[type] === multileader) return leaderText(entity) === null
  return !shapeBuilders[type] && !blockUsers.has(type) && !invisibleTypes.has(type)
}

export const isDrawn = (type: string): boolean => Boolean(shapeBuilders[type]) || blockUsers.has(type)

export const isInvisible = (entity: DxfEntity): boolean => entity.number(60) === 1

/** The shapes of an entity; none if it draws nothing. */
export const drawnOf = (entity: DxfEntity): { shape: EntityShape; frame: Frame }[] =>
  [shapeBuilders[entity.type]?.(entity) ?? []]
    .flat()
    .flatMap(({ shape, frame }) => (shape && !('lines' in shape && shape.lines.length === 0) ? [{ shape, frame }] : []))
