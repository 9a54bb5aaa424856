import type { Point } from './dxf-geometry.ts'

/** Segments of a full circle. */
const segmentsPerTurn = 48

export const turn = 2 * Math.PI

/** The angle from one direction to another, counterclockwise; a full turn if both are equal. */
const sweepOf = (from: number, to: number): number => {
  const sweep = (((to - from) % turn) + turn) % turn
  return sweep < 1e-9 ? turn : sweep
}

type Arc = { centre: Point; major: Point; minor: Point; from: number; to: number }

/** Points along an ellipse, counterclockwise, by its half axes and its start and end angles. */
export const ellipsePoints = ({ centre, major, minor, from, to }: Arc): Point[] => {
  const sweep = sweepOf(from, to)
  const segments = Math.max(2, Math.ceil((segmentsPerTurn * sweep) / turn))
  return Array.from({ length: segments + 1 }, (_, at) => {
    const angle = from + (sweep * at) / segments
    const [u, v] = [Math.cos(angle), Math.sin(angle)]
    return [
      centre[0] + major[0] * u + minor[0] * v,
      centre[1] + major[1] * u + minor[1] * v,
      centre[2] + major[2] * u + minor[2] * v,
    ]
  })
}

export const arcPoints = (centre: Point, radius: number, from = 0, to = turn): Point[] =>
  ellipsePoints({ centre, major: [radius, 0, 0], minor: [0, radius, 0], from, to })

/** Least bulge of an arc: below it rounding errors exceed its height, which is invisible. */
const minBulge = 1e-6

/** Points after the first of a bulged polyline segment: the bulge is the tangent of a quarter of its angle. */
const bulgePoints = ([x1, y1]: Point, end: Point, bulge: number): Point[] => {
  const [x2, y2, z] = end
  if (!Number.isFinite(bulge) || Math.abs(bulge) < minBulge || (x1 === x2 && y1 === y2)) return [end]
  const angle = 4 * Math.atan(bulge)
  const [dx, dy] = [x2 - x1, y2 - y1]
  const height = 1 / Math.tan(angle / 2) / 2
  const [cx, cy] = [(x1 + x2) / 2 - dy * height, (y1 + y2) / 2 + dx * height]
  const begin = Math.atan2(y1 - cy, x1 - cx)
  const radius = Math.hypot(x1 - cx, y1 - cy)
  const segments = Math.max(2, Math.ceil((segmentsPerTurn * Math.abs(angle)) / turn))
  return Array.from({ length: segments }, (_, at) => {
    const a = begin + (angle * (at + 1)) / segments
    return at === segments - 1 ? end : [cx + radius * Math.cos(a), cy + radius * Math.sin(a), z]
  })
}

/** A vertex of a polyline, with the bulge and the widths at both ends of the segment after it. */
export type Vertex = { point: Point; bulge: number; widths?: readonly [start: number, end: number] }

/** Points after the first of the segment from a vertex to a point. */
export const segmentPoints = (from: Vertex, end: Point): Point[] => bulgePoints(from.point, end, from.bulge)

/** Points along a polyline with bulged segments. */
export const polylinePoints = (vertices: readonly Vertex[], isClosed: boolean): Point[] => {
  const [first] = vertices
  if (!first) return []
  const endVertices = isClosed ? [...vertices.slice(1), first] : vertices.slice(1)
  const points: Point[] = [first.point]
  for (const [at, end] of endVertices.entries()) {
    const from = vertices[at]
    if (from) for (const point of segmentPoints(from, end.point)) points.push(point)
  }
  return points
}
