import { arcPoints, ellipsePoints, polylinePoints, turn, type Vertex } from './dxf-curves.ts'
import type { DxfEntity } from './dxf-document.ts'
import { minorAxis, type Point } from './dxf-geometry.ts'
import { splinePoints } from './dxf-splines.ts'
import type { Tag } from './dxf-tags.ts'

/** Reads the groups of a hatch in order, because only the order gives them meaning. */
class HatchReader {
  readonly tags: readonly Tag[]
  at: number

  constructor(tags: readonly Tag[], at: number) {
    this.tags = tags
    this.at = at
  }

  isAt(code: number): boolean {
    return this.tags[this.at]?.[0] === code
  }

  /** The value of the next group if it has this code; else the fallback, without consuming a group. */
  take(code: number, fallback = 0): number {
    return this.isAt(code) ? Number(this.tags[this.at++]?.[1]) : fallback
  }

  point(code: number): Point {
    return [this.take(code), this.take(code + 10), 0]
  }

  /** Reads the declared number of items, but no more than there are groups. */
  many<T>(count: number, read: () => T): T[] {
    const found: T[] = []
    for (let from = -1; found.length < count && this.at > from && this.at < this.tags.length; found.push(read()))
      from = this.at
    return found
  }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Points of an arc of an edge; clockwise arcs measure their angles in reverse. */
const arcOf = (from: number, to: number, isCounterclockwise: boolean, points: (from: number, to: number) => Point[]) =>
  isCounterclockwise ? points(from, to) : points(turn - to, turn - from).reverse()

const readArc = (reader: HatchReader): Point[] => {
  const centre = reader.point(10)
  const [radius, from, to] = [reader.take(40), radians(reader.take(50)), radians(reader.take(51))]
  return arcOf(from, to, reader.take(73, 1) !== 0, (a, b) => arcPoints(centre, radius, a, b))
}

/** The parameter of an ellipse at an angle: a hatch stores angles where an ELLIPSE stores parameters. */
const parameterAt = (angle: number, ratio: number): number => Math.atan2(Math.sin(angle), Math.cos(angle) * ratio)

const readEllipse = (reader: HatchReader): Point[] => {
  const [centre, major] = [reader.point(10), reader.point(11)]
  const ratio = reader.take(40, 1)
  const minor = minorAxis(null, major, ratio)
  const [from, to] = [radians(reader.take(50)), radians(reader.take(51, 360))].map((angle) => parameterAt(angle, ratio))
  return arcOf(from ?? 0, to ?? 0, reader.take(73, 1) !== 0, (a, b) =>
    ellipsePoints({ centre, major, minor, from: a, to: b }),
  )
}

const readSpline = (reader: HatchReader): Point[] => {
  const degree = reader.take(94, 3)
  reader.take(73)
  reader.take(74)
  const [knotCount, controlCount] = [reader.take(95), reader.take(96)]
  const knots = reader.many(knotCount, () => reader.take(40))
  const weights: number[] = []
  const controls = reader.many(controlCount, () => {
    const point = reader.point(10)
    weights.push(reader.take(42, 1))
    return point
  })
  if (reader.isAt(97)) {
    const fitPointCount = reader.take(97)
    if (reader.isAt(11)) reader.many(fitPointCount, () => reader.point(11))
    reader.point(12)
    reader.point(13)
  }
  return splinePoints({ degree, controls, knots, weights })
}

const readLine = (reader: HatchReader): Point[] => [reader.point(10), reader.point(11)]

const edges = [readLine, readArc, readEllipse, readSpline]

const readEdges = (reader: HatchReader): Point[] =>
  reader.many(reader.take(93), () => edges[reader.take(72, 1) - 1]?.(reader) ?? []).flat()

const readPolyline = (reader: HatchReader): Point[] => {
  reader.take(72)
  const isClosed = reader.take(73, 1) !== 0
  const vertices = reader.many(reader.take(93), (): Vertex => ({ point: reader.point(10), bulge: reader.take(42) }))
  return polylinePoints(vertices, isClosed)
}

const isPolyline = 2

/** The outlines of a hatch's area, in its own coordinates; overlaps alternate between filled and hole. */
export const hatchLoops = (entity: DxfEntity): Point[][] => {
  const begin = entity.tags.findIndex((tag) => tag[0] === 91)
  if (begin < 0) return []
  const reader = new HatchReader(entity.tags, begin)
  const z = entity.number(30)
  const loops = reader.many(reader.take(91), () => {
    const flags = reader.take(92)
    const loop = (flags & isPolyline) !== 0 ? readPolyline(reader) : readEdges(reader)
    // Source objects of the outline: their handles are not read.
    reader.take(97)
    return loop.map(([x, y]): Point => [x, y, z])
  })
  return loops.filter((loop) => loop.length > 1)
}
