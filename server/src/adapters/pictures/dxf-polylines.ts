import { bandLoops } from './dxf-bands.ts'
import { polylinePoints, type Vertex } from './dxf-curves.ts'
import type { DxfEntity } from './dxf-document.ts'
import type { Point } from './dxf-geometry.ts'

const [closedFlag, splineFit, inSpace, mesh, closedAcross, polyface] = [1, 4, 8, 16, 32, 64]

/** Vertex flags: control frame of a fitted curve, corner of a polyface, corner or face of a polyface. */
const [ofFrame, corner, cornerOrFace] = [16, 64, 128]

/** Vertices of an LWPOLYLINE; a bulge and widths belong to the preceding vertex. */
const lightVertices = (entity: DxfEntity): Vertex[] => {
  const points = entity.points(10)
  const ofVertices: Map<number, number>[] = []
  for (const [code, value] of entity.tags)
    if (code === 10) ofVertices.push(new Map())
    else if (code >= 40 && code <= 42) ofVertices.at(-1)?.set(code, Number(value))
  const z = entity.number(38)
  const width = entity.number(43)
  return points.map(([x, y], at) => {
    const groups = ofVertices[at]
    const widths = [groups?.get(40) ?? width, groups?.get(41) ?? width] as const
    return { point: [x, y, z], bulge: groups?.get(42) ?? 0, widths }
  })
}

/** The lines of a polyline, and the area between the edges of its widths. */
type Wide = { lines: Point[][]; band: Point[][] }

const drawVertices = (vertices: readonly Vertex[], flags: number): Wide => {
  const isClosed = (flags & closedFlag) !== 0
  return { lines: [polylinePoints(vertices, isClosed)], band: bandLoops(vertices, isClosed) }
}

export const lightPolyline = (entity: DxfEntity): Wide => drawVertices(lightVertices(entity), entity.number(70))

const pointOf = (vertex: DxfEntity): Point => vertex.point(10) ?? [Number.NaN, Number.NaN, 0]
const flagsOf = (vertex: DxfEntity): number => vertex.number(70)

/** Lines along the rows and columns of a mesh. */
const meshLines = (entity: DxfEntity, vertices: readonly DxfEntity[], flags: number): Point[][] => {
  const points = vertices.map(pointOf)
  const isSmooth = (flags & splineFit) !== 0 && entity.number(73) > 1
  const [rows, columns] = [entity.number(isSmooth ? 73 : 71), entity.number(isSmooth ? 74 : 72)]
  if (rows < 2 || columns < 2 || rows * columns > points.length) return points.length > 1 ? [points] : []
  const line = (length: number, isClosed: boolean, at: (index: number) => number): Point[] =>
    Array.from({ length: isClosed ? length + 1 : length }, (_, index) => points[at(index % length)] ?? [0, 0, 0])
  const isClosedAlong = (flags & closedFlag) !== 0
  const isClosedAcross = (flags & closedAcross) !== 0
  return [
    ...Array.from({ length: rows }, (_, row) => line(columns, isClosedAcross, (column) => row * columns + column)),
    ...Array.from({ length: columns }, (_, column) => line(rows, isClosedAlong, (row) => row * columns + column)),
  ]
}

/** Edges of the faces of a polyface; an edge with a negative number is invisible. */
const faceEdges = (vertices: readonly DxfEntity[]): Point[][] => {
  const corners = vertices.filter((vertex) => (flagsOf(vertex) & corner) !== 0).map(pointOf)
  const faces = vertices.filter((vertex) => (flagsOf(vertex) & (corner | cornerOrFace)) === cornerOrFace)
  return faces.flatMap((face) => {
    const numbers = [71, 72, 73, 74].map((code) => face.number(code)).filter((number) => number !== 0)
    return numbers.flatMap((number, at) => {
      const [from, to] = [corners[Math.abs(number) - 1], corners[Math.abs(numbers[at + 1] ?? numbers[0] ?? 0) - 1]]
      return number > 0 && from && to ? [[from, to]] : []
    })
  })
}

/** The lines and area of a POLYLINE, and whether their points are in world coordinates. */
export const polyline = (entity: DxfEntity): Wide & { isInWorld: boolean } => {
  const flags = entity.number(70)
  if ((flags & polyface) !== 0) return { lines: faceEdges(entity.parts), band: [], isInWorld: true }
  const vertices = entity.parts.filter((vertex) => (flagsOf(vertex) & ofFrame) === 0)
  if ((flags & mesh) !== 0) return { lines: meshLines(entity, vertices, flags), band: [], isInWorld: true }
  if ((flags & inSpace) !== 0) {
    const found = vertices.map((vertex) => ({ point: pointOf(vertex), bulge: 0 }))
    return { ...drawVertices(found, flags), isInWorld: true }
  }
  const z = entity.number(30)
  const [start, end] = [entity.number(40), entity.number(41)]
  const found = vertices.map((vertex): Vertex => {
    const [x, y] = pointOf(vertex)
    const widths = [vertex.number(40, start), vertex.number(41, end)] as const
    return { point: [x, y, z], bulge: vertex.number(42), widths }
  })
  return { ...drawVertices(found, flags), isInWorld: false }
}
