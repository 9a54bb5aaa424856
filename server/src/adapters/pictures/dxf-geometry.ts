/** A point in space, in units of the drawing. */
export type Point = readonly [x: number, y: number, z: number]

/** Three axes and an origin: the position of a coordinate system in the surrounding one. */
export type Frame = { x: Point; y: Point; z: Point; origin: Point }

export const world: Frame = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], origin: [0, 0, 0] }

export const cross = ([ax, ay, az]: Point, [bx, by, bz]: Point): Point => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
]

export const scaled = ([x, y, z]: Point, factor: number): Point => [x * factor, y * factor, z * factor]

export const unit = (point: Point): Point => {
  const length = Math.hypot(...point)
  return length > 0 ? scaled(point, 1 / length) : point
}

/** A direction of a frame, in the surrounding coordinates. */
export const directionIn = ({ x, y, z }: Frame, [a, b, c]: Point): Point => [
  x[0] * a + y[0] * b + z[0] * c,
  x[1] * a + y[1] * b + z[1] * c,
  x[2] * a + y[2] * b + z[2] * c,
]

/** A point of a frame, in the surrounding coordinates. */
export const pointIn = (frame: Frame, point: Point): Point => {
  const [x, y, z] = directionIn(frame, point)
  return [x + frame.origin[0], y + frame.origin[1], z + frame.origin[2]]
}

export const frameIn = (outer: Frame, inner: Frame): Frame =>
  outer === world
    ? inner
    : {
        x: directionIn(outer, inner.x),
        y: directionIn(outer, inner.y),
        z: directionIn(outer, inner.z),
        origin: pointIn(outer, inner.origin),
      }

/** Limit below which a normal counts as parallel to the z axis: 1/64 (DXF reference). */
const nearZ = 1 / 64

/** The object coordinate system of an entity, by its extrusion and the arbitrary axis algorithm (DXF reference). */
export const objectFrame = (extrusion: Point | null): Frame => {
  if (!extrusion) return world
  const z = unit(extrusion)
  if (!(Math.hypot(...z) > 0) || (z[0] === 0 && z[1] === 0 && z[2] > 0)) return world
  const x = unit(cross(Math.abs(z[0]) < nearZ && Math.abs(z[1]) < nearZ ? world.y : world.z, z))
  return { x, y: unit(cross(z, x)), z, origin: [0, 0, 0] }
}

/** The second half axis of an ellipse in a plane. */
export const minorAxis = (normal: Point | null, major: Point, ratio: number): Point =>
  scaled(cross(unit(normal ?? world.z), major), ratio)
