/** A point in GeoJSON order: longitude and latitude in degrees. */
type Point = readonly [long: number, lat: number]
type Ring = readonly Point[]

const crossesEdge = (ring: Ring) => ring.some(([longitude]) => longitude > 180 || longitude < -180)
const shiftRing = (ring: Ring, degrees: number): Ring => ring.map(([longitude, lat]) => [longitude + degrees, lat])

/** Removes jumps at the date line: longitudes continue beyond the map's edge. */
const unrollRing = (ring: Ring): Ring => {
  let turnDegrees = 0
  let last: number | undefined
  return ring.map(([longitude, lat]) => {
    if (last !== undefined && longitude - last > 180) turnDegrees -= 360
    if (last !== undefined && longitude - last < -180) turnDegrees += 360
    last = longitude
    return [longitude + turnDegrees, lat]
  })
}

/** A ring around the earth contains a pole: it is closed along the map's edge there. */
const closeRing = (ring: Ring): Ring => {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || Math.abs(first[0] - last[0]) < 180) return ring
  const poleLatitude = first[1] < 0 ? -90 : 90
  return [...ring, [last[0], poleLatitude], [first[0], poleLatitude], first]
}

/** Projects rings from the globe to a flat map: parts beyond one edge reappear at the other. */
export function flattenRings(polygon: readonly Ring[]): Ring[][] {
  const rings = polygon.map((ring) => closeRing(unrollRing(ring)))
  const isBeyondEdge = rings.some(crossesEdge)
  if (!isBeyondEdge) return [rings as Ring[]]
  return [-360, 0, 360].map((degrees) => rings.map((ring) => shiftRing(ring, degrees)))
}
