import { segmentPoints, type Vertex } from './dxf-curves.ts'
import type { Point } from './dxf-geometry.ts'

/** A point along a wide polyline, with half of its width there. */
type Station = { point: Point; half: number }

/** Maximum length of a corner, as a multiple of the width. */
const maxMiter = 4

const direction = ([ax, ay]: Point, [bx, by]: Point): readonly [number, number] => {
  const length = Math.hypot(bx - ax, by - ay)
  return length > 0 ? [(bx - ax) / length, (by - ay) / length] : [0, 0]
}

const isSamePlace = ([ax, ay]: Point, [bx, by]: Point): boolean => ax === bx && ay === by

/** The vertices without those at the place of the next one. */
const apart = (vertices: readonly Vertex[], isClosed: boolean): Vertex[] =>
  vertices.filter(({ point }, at) => {
    const next = vertices[at + 1] ?? (isClosed ? vertices[0] : undefined)
    return !next || !isSamePlace(point, next.point)
  })

/** Points along a polyline; where its width changes at once, a point for each width. */
const stationsOf = (vertices: readonly Vertex[], isClosed: boolean): Station[] =>
  vertices.slice(0, isClosed ? vertices.length : -1).flatMap((from, at) => {
    const to = vertices[at + 1] ?? vertices[0] ?? from
    const points = [from.point, ...segmentPoints(from, to.point)]
    const [start, end] = from.widths ?? [0, 0]
    return points.map((point, index) => ({
      point,
      half: (start + ((end - start) * index) / Math.max(1, points.length - 1)) / 2,
    }))
  })

/** The other point before or after a station, of which at most two share a place; null at an end. */
const neighbour = (stations: readonly Station[], from: number, step: 1 | -1, isClosed: boolean): Point | null => {
  const here = stations[from]?.point
  for (const at of [from + step, from + 2 * step]) {
    const point = stations[isClosed ? (at + stations.length) % stations.length : at]?.point
    if (!here || !point) return null
    if (!isSamePlace(here, point)) return point
  }
  return null
}

/** The offset from a station to its left edge. */
const offsetOf = (stations: readonly Station[], at: number, isClosed: boolean): readonly [number, number] => {
  const { point, half } = stations[at] ?? { point: [0, 0, 0], half: 0 }
  const [before, after] = [neighbour(stations, at, -1, isClosed), neighbour(stations, at, 1, isClosed)]
  const incoming = before && direction(before, point)
  const outgoing = after && direction(point, after)
  const [ax, ay] = incoming ?? outgoing ?? [0, 0]
  const [bx, by] = outgoing ?? incoming ?? [0, 0]
  const [x, y] = [-(ay + by), ax + bx]
  const length = Math.hypot(x, y)
  if (length === 0) return [-ay * half, ax * half]
  const miter = Math.min(maxMiter, 2 / length)
  return [(x / length) * half * miter, (y / length) * half * miter]
}

/** The outlines of the area of a polyline with widths; none without. */
export const bandLoops = (vertices: readonly Vertex[], isClosed: boolean): Point[][] => {
  if (!vertices.some(({ widths }) => widths && (widths[0] > 0 || widths[1] > 0))) return []
  const stations = stationsOf(apart(vertices, isClosed), isClosed)
  const edge = (side: 1 | -1): Point[] =>
    stations.map(({ point: [x, y, z] }, at) => {
      const [dx, dy] = offsetOf(stations, at, isClosed)
      return [x + side * dx, y + side * dy, z]
    })
  const [left, right] = [edge(1), edge(-1)]
  return isClosed ? [left, right] : [[...left, ...right.reverse()]]
}
