/** A place of a drawing, or of a picture. */
export type Spot = readonly [x: number, y: number]

/** Straight pieces that a whole turn is drawn with. */
const piecesOfTurn = 48
const turn = 2 * Math.PI

/** How far it goes from one angle to another, against the clock. */
const sweepOf = (from: number, to: number): number => {
  const sweep = (((to - from) % turn) + turn) % turn
  return sweep < 1e-9 ? turn : sweep
}

/** Spots along an ellipse whose long half axis points to `axis`; a circle where the ratio is 1. */
export const arcSpots = (
  [cx, cy]: Spot,
  [ax, ay]: Spot,
  { ratio, from, to }: { ratio: number; from: number; to: number },
): Spot[] => {
  const sweep = sweepOf(from, to)
  const pieces = Math.max(2, Math.ceil((piecesOfTurn * sweep) / turn))
  return Array.from({ length: pieces + 1 }, (_, at) => {
    const angle = from + (sweep * at) / pieces
    const [u, v] = [Math.cos(angle), Math.sin(angle) * ratio]
    return [cx + ax * u - ay * v, cy + ay * u + ax * v] as const
  })
}

/** Spots after the first of a piece of a polyline that bulges: the bulge is the tangent of a quarter of its angle. */
export const bulgeSpots = ([x1, y1]: Spot, [x2, y2]: Spot, bulge: number): Spot[] => {
  if (!bulge || !Number.isFinite(bulge)) return [[x2, y2]]
  const angle = 4 * Math.atan(bulge)
  const [dx, dy] = [x2 - x1, y2 - y1]
  const height = 1 / Math.tan(angle / 2) / 2
  const [cx, cy] = [(x1 + x2) / 2 - dy * height, (y1 + y2) / 2 + dx * height]
  const begin = Math.atan2(y1 - cy, x1 - cx)
  const radius = Math.hypot(x1 - cx, y1 - cy)
  const pieces = Math.max(2, Math.ceil((piecesOfTurn * Math.abs(angle)) / turn))
  return Array.from({ length: pieces }, (_, at) => {
    const a = begin + (angle * (at + 1)) / pieces
    return at === pieces - 1 ? ([x2, y2] as const) : ([cx + radius * Math.cos(a), cy + radius * Math.sin(a)] as const)
  })
}

const between = ([x1, y1]: Spot, [x2, y2]: Spot, part: number): Spot => [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part]

/** A spot of a B-spline by de Boor's way. */
const splineAt = (t: number, degree: number, controls: readonly Spot[], knots: readonly number[]): Spot | null => {
  let span = degree
  while (span < controls.length - 1 && t >= (knots[span + 1] ?? 0)) span++
  let near = controls.slice(span - degree, span + 1)
  for (let level = 1; level <= degree; level++) {
    const before = near
    near = before.slice(1).map((own, at) => {
      const low = knots[span - degree + level + at] ?? 0
      const high = knots[span + 1 + at] ?? 0
      return between(before[at] ?? own, own, high === low ? 0 : (t - low) / (high - low))
    })
  }
  return near[0] ?? null
}

/** Highest degree that is drawn as it is; a spline beyond it goes straight from control point to control point. */
const highestDegree = 5

/** Spots along a spline; straight through its control points where it is none that can be worked out. */
export const splineSpots = (degree: number, controls: readonly Spot[], knots: readonly number[]): Spot[] => {
  const isSound =
    degree >= 1 && degree <= highestDegree && controls.length > degree && knots.length === controls.length + degree + 1
  if (!isSound) return [...controls]
  const [begin, end] = [knots[degree] ?? 0, knots[controls.length] ?? 0]
  const pieces = Math.min(200, controls.length * 8)
  return Array.from({ length: pieces + 1 }, (_, at) =>
    splineAt(begin + ((end - begin) * at) / pieces, degree, controls, knots),
  ).filter((spot) => spot !== null)
}
