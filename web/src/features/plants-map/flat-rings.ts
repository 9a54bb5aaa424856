/** A point in GeoJSON order: longitude and latitude in degrees. */
type Point = readonly [long: number, lat: number]
type Ring = readonly Point[]

const isPast = (ring: Ring) => ring.some(([long]) => long > 180 || long < -180)
const shifted = (ring: Ring, by: number): Ring => ring.map(([long, lat]) => [long + by, lat])

/** Removes jumps at the date line: longitudes continue beyond the map's edge. */
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

/** A ring around the earth contains a pole: it is closed along the map's edge there. */
const closed = (ring: Ring): Ring => {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || Math.abs(first[0] - last[0]) < 180) return ring
  const pole = first[1] < 0 ? -90 : 90
  return [...ring, [last[0], pole], [first[0], pole], first]
}

/** Projects rings from the globe to a flat map: parts beyond one edge reappear at the other. */
export function flattenRings(polygon: readonly Ring[]): Ring[][] {
  const rings = polygon.map((ring) => closed(unrolled(ring)))
  const isOver = rings.some(isPast)
  if (!isOver) return [rings as Ring[]]
  return [-360, 0, 360].map((by) => rings.map((ring) => shifted(ring, by)))
}
