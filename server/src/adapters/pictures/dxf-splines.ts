import type { Point } from './dxf-geometry.ts'

/** A point with its weight as fourth component. */
type Weighted = readonly [number, number, number, number]

const interpolate = (a: Weighted, b: Weighted, part: number): Weighted => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
  a[3] + (b[3] - a[3]) * part,
]

/** A point of a B-spline by de Boor's algorithm. */
const splineAt = (t: number, degree: number, controls: readonly Weighted[], knots: readonly number[]): Point | null => {
  let span = degree
  while (span < controls.length - 1 && t >= (knots[span + 1] ?? 0)) span++
  let activeControls = controls.slice(span - degree, span + 1)
  for (let level = 1; level <= degree; level++) {
    const before = activeControls
    activeControls = before.slice(1).map((control, at) => {
      const lowKnot = knots[span - degree + level + at] ?? 0
      const highKnot = knots[span + 1 + at] ?? 0
      return interpolate(
        before[at] ?? control,
        control,
        highKnot === lowKnot ? 0 : (t - lowKnot) / (highKnot - lowKnot),
      )
    })
  }
  const found = activeControls[0]
  return found && found[3] !== 0 ? [found[0] / found[3], found[1] / found[3], found[2] / found[3]] : null
}

/** Maximum degree drawn exactly; a spline above it becomes straight lines between control points. */
const maxDegree = 11

/** Segments per control point, or between two fit points. */
const segmentsPerSpan = 16

/** Maximum segments of one spline. */
const maxSegments = 2_000

type Spline = { degree: number; controls: readonly Point[]; knots: readonly number[]; weights: readonly number[] }

/** Points along a spline; straight between its control points if its knots do not match them. */
export const splinePoints = ({ degree, controls, knots, weights }: Spline): Point[] => {
  const isSound =
    degree >= 1 && degree <= maxDegree && controls.length > degree && knots.length === controls.length + degree + 1
  if (!isSound) return [...controls]
  const [begin, end] = [knots[degree] ?? 0, knots[controls.length] ?? 0]
  const segments = Math.min(maxSegments, controls.length * segmentsPerSpan)
  const weightedControls = controls.map(([x, y, z], at): Weighted => {
    const weight = weights.length === controls.length ? (weights[at] ?? 1) : 1
    return [x * weight, y * weight, z * weight, weight]
  })
  return Array.from({ length: segments + 1 }, (_, at) =>
    splineAt(begin + ((end - begin) * at) / segments, degree, weightedControls, knots),
  ).filter((point) => point !== null)
}

const solveTridiagonal = (
  belowDiagonal: number[],
  diagonal: number[],
  aboveDiagonal: number[],
  rightSide: Point[],
): Point[] => {
  const size = diagonal.length
  const [c, d]: [number[], Point[]] = [[], []]
  for (let row = 0; row < size; row++) {
    const belowValue = row === 0 ? 0 : (belowDiagonal[row] ?? 0)
    const pivot = (diagonal[row] ?? 1) - belowValue * (c[row - 1] ?? 0)
    const before = d[row - 1] ?? [0, 0, 0]
    const rightPoint = rightSide[row] ?? [0, 0, 0]
    c.push((aboveDiagonal[row] ?? 0) / pivot)
    d.push([
      (rightPoint[0] - belowValue * before[0]) / pivot,
      (rightPoint[1] - belowValue * before[1]) / pivot,
      (rightPoint[2] - belowValue * before[2]) / pivot,
    ])
  }
  const found: Point[] = []
  for (let row = size - 1; row >= 0; row--) {
    const [next, rowPoint] = [found[row + 1] ?? [0, 0, 0], d[row] ?? [0, 0, 0]]
    const part = c[row] ?? 0
    found[row] = [rowPoint[0] - part * next[0], rowPoint[1] - part * next[1], rowPoint[2] - part * next[2]]
  }
  return found
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

type Fit = { points: readonly Point[]; start: Point | null; end: Point | null }

/**
 * Points along the cubic spline through fit points, with continuous second derivative and chord-length parameters. An
 * end with a unit tangent in the file follows it; other ends have zero curvature.
 */
export const fitPoints = ({ points, start, end }: Fit): Point[] => {
  const nodes = points.filter((point, at) => at === 0 || distance(point, points[at - 1] ?? point) > 0)
  const last = nodes.length - 1
  if (last < 2 && !start && !end) return [...nodes]
  if (last < 1) return [...nodes]
  const node = (at: number): Point => nodes[at] ?? [0, 0, 0]
  const chord = (at: number): number => distance(node(at), node(at + 1))
  const slope = (at: number): Point => {
    const [a, b, h] = [node(at), node(at + 1), chord(at)]
    return [(b[0] - a[0]) / h, (b[1] - a[1]) / h, (b[2] - a[2]) / h]
  }
  const triple = (one: Point): Point => [one[0] * 3, one[1] * 3, one[2] * 3]
  // The unknowns are the tangents at the nodes, per chord length.
  const [belowDiagonal, diagonal, aboveDiagonal, rightSide]: [number[], number[], number[], Point[]] = [[0], [], [], []]
  diagonal.push(start ? 1 : 2)
  aboveDiagonal.push(start ? 0 : 1)
  rightSide.push(start ?? triple(slope(0)))
  for (let at = 1; at < last; at++) {
    const [h, g] = [chord(at - 1), chord(at)]
    const [s, t] = [slope(at - 1), slope(at)]
    belowDiagonal.push(g)
    diagonal.push(2 * (h + g))
    aboveDiagonal.push(h)
    rightSide.push([3 * (g * s[0] + h * t[0]), 3 * (g * s[1] + h * t[1]), 3 * (g * s[2] + h * t[2])])
  }
  belowDiagonal.push(end ? 0 : 1)
  diagonal.push(end ? 1 : 2)
  aboveDiagonal.push(0)
  rightSide.push(end ?? triple(slope(last - 1)))
  const tangents = solveTridiagonal(belowDiagonal, diagonal, aboveDiagonal, rightSide)
  const linePoints: Point[] = [node(0)]
  for (let at = 0; at < last; at++) {
    const [a, b, h] = [node(at), node(at + 1), chord(at)]
    const [m, n] = [tangents[at] ?? [0, 0, 0], tangents[at + 1] ?? [0, 0, 0]]
    for (let step = 1; step <= segmentsPerSpan; step++) {
      const t = step / segmentsPerSpan
      const [ha, hb] = [(1 + 2 * t) * (1 - t) ** 2, t * t * (3 - 2 * t)]
      const [hm, hn] = [t * (1 - t) ** 2 * h, t * t * (t - 1) * h]
      const part = (axis: 0 | 1 | 2) => a[axis] * ha + b[axis] * hb + m[axis] * hm + n[axis] * hn
      linePoints.push([part(0), part(1), part(2)])
    }
  }
  return linePoints
}
