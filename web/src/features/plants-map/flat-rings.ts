/** A point as map data has it: longitude and latitude in degrees. */
type Point = readonly [long: number, lat: number]
type Ring = readonly Point[]

const isPast = (ring: Ring) => ring.some(([long]) => long > 180 || long < -180)
const shifted = (ring: Ring, by: number): Ring => ring.map(([long, lat]) => [long + by, lat])

/** Without leaps from one edge of the map to the other: what crosses the date line goes on past it. */
const unrolled = (ring: Ring): Ring => {
  let turn = 0
  let last: number | undefined
  return ring.map(([long, lat]) => {
    if (last !== undefined && long - last > 180) turn -= 360
    if (last !== undefined && long - last < -180) turn += 360
    last = long
    return [long + turn, lat]
  })
}

/** A ring that goes once around the earth has a pole inside: it is closed along the edge of the map there. */
const closed = (ring: Ring): Ring => {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || Math.abs(first[0] - last[0]) < 180) return ring
  const pole = first[1] < 0 ? -90 : 90
  return [...ring, [last[0], pole], [first[0], pole], first]
}

/** Rings drawn on a globe as a flat map shows them: what reaches past one of its edges comes in again at the other. */
export function flattenRings(polygon: readonly Ring[]): Ring[][] {
  const rings = polygon.map((ring) => closed(unrolled(ring)))
  const isOver = rings.some(isPast)
  if (!isOver) return [rings as Ring[]]
  return [-360, 0, 360].map((by) => rings.map((ring) => shifted(ring, by)))
}
