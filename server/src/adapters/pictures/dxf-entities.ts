import type {
  I3DfaceEntity,
  IArcEntity,
  ICircleEntity,
  IEllipseEntity,
  IEntity,
  ILineEntity,
  ILwpolylineEntity,
  IMtextEntity,
  IPoint,
  IPolylineEntity,
  ISolidEntity,
  ISplineEntity,
  ITextEntity,
} from 'dxf-parser'
import { arcSpots, bulgeSpots, type Spot, splineSpots } from './dxf-curves.ts'
import type { DxfText } from './dxf-text.ts'

export type EntityShape = { spots: readonly Spot[] } | DxfText

const spotOf = ({ x, y }: IPoint): Spot => [x, y]
const whole = 2 * Math.PI

/** What its writers put among a text to format it. */
const plain = (text: string): string =>
  text
    .replace(/\\[PN]/g, '\n')
    .replace(/\\~/g, ' ')
    .replace(/\\[A-Za-z][^;\\{}]{0,80};/g, '')
    .replace(/[{}]/g, '')
    .replace(/%%[cC]/g, 'Ø')
    .replace(/%%[dD]/g, '°')
    .replace(/%%[pP]/g, '±')
    .replace(/%%[uUoO]/g, '')
    .slice(0, 1_000)

const polyline = ({ vertices, shape }: Pick<ILwpolylineEntity, 'vertices' | 'shape'>): readonly Spot[] => {
  const [first] = vertices
  if (!first) return []
  const spots: Spot[] = [spotOf(first)]
  const ends = shape ? [...vertices.slice(1), first] : vertices.slice(1)
  for (const [at, end] of ends.entries()) {
    const from = vertices[at]
    if (from) spots.push(...bulgeSpots(spotOf(from), spotOf(end), from.bulge))
  }
  return spots
}

const face = (corners: readonly IPoint[]): readonly Spot[] => {
  const spots = corners.map(spotOf)
  return spots[0] ? [...spots, spots[0]] : []
}

const textShape = (text: string, at: IPoint | undefined, height: number, degrees: number): DxfText | null =>
  at && height > 0 && plain(text).trim() !== ''
    ? { text: plain(text), at: spotOf(at), height, turned: ((degrees || 0) * Math.PI) / 180 }
    : null

/** Nine places of a text, by rows from its upper left, at which a drawing may hold it. */
const attachedAt = (place: number): Pick<DxfText, 'across' | 'down'> => {
  const at = place >= 1 && place <= 9 ? place - 1 : 0
  return {
    across: (['start', 'middle', 'end'] as const)[at % 3] ?? 'start',
    down: (['top', 'middle', 'bottom'] as const)[Math.floor(at / 3)] ?? 'top',
  }
}

const makers: Readonly<Record<string, (entity: IEntity) => EntityShape | null>> = {
  LINE: (entity) => ({ spots: (entity as ILineEntity).vertices.map(spotOf) }),
  LWPOLYLINE: (entity) => ({ spots: polyline(entity as ILwpolylineEntity) }),
  POLYLINE: (entity) => ({ spots: polyline(entity as IPolylineEntity as unknown as ILwpolylineEntity) }),
  CIRCLE: (entity) => {
    const { center, radius } = entity as ICircleEntity
    return { spots: arcSpots(spotOf(center), [radius, 0], { ratio: 1, from: 0, to: whole }) }
  },
  ARC: (entity) => {
    const { center, radius, startAngle: from, endAngle: to } = entity as IArcEntity
    return { spots: arcSpots(spotOf(center), [radius, 0], { ratio: 1, from, to }) }
  },
  ELLIPSE: (entity) => {
    const { center, majorAxisEndPoint, axisRatio: ratio, startAngle: from, endAngle: to } = entity as IEllipseEntity
    return { spots: arcSpots(spotOf(center), spotOf(majorAxisEndPoint), { ratio, from, to }) }
  },
  SPLINE: (entity) => {
    const { controlPoints = [], fitPoints = [], degreeOfSplineCurve, knotValues = [] } = entity as ISplineEntity
    const controls = controlPoints.map(spotOf)
    return {
      spots: controls.length > 0 ? splineSpots(degreeOfSplineCurve, controls, knotValues) : fitPoints.map(spotOf),
    }
  },
  SOLID: (entity) => {
    const [a, b, c, d] = (entity as ISolidEntity).points
    return { spots: face([a, b, d, c].filter((corner) => corner !== undefined)) }
  },
  '3DFACE': (entity) => ({ spots: face((entity as I3DfaceEntity).vertices) }),
  TEXT: (entity) => {
    const { text, startPoint, textHeight, rotation } = entity as ITextEntity
    return textShape(text, startPoint, textHeight, rotation)
  },
  MTEXT: (entity) => {
    const { text, position, height, rotation, width, attachmentPoint } = entity as IMtextEntity
    const shape = textShape(text, position, height, rotation)
    return shape && { ...shape, width: Math.max(0, width || 0), ...attachedAt(attachmentPoint) }
  },
}

const isSound = ([x, y]: Spot): boolean => Math.abs(x) < 1e12 && Math.abs(y) < 1e12

/** What is to be drawn of an entity; null for one that is not drawn, or says nonsense. */
export const shapeOf = (entity: IEntity): EntityShape | null => {
  try {
    const shape = makers[entity.type]?.(entity) ?? null
    if (!shape) return null
    if ('text' in shape) return isSound(shape.at) && shape.height < 1e9 ? shape : null
    return shape.spots.length > 1 && shape.spots.every(isSound) ? shape : null
  } catch {
    // An entity without its points: the rest of the drawing is worth more than it.
    return null
  }
}
