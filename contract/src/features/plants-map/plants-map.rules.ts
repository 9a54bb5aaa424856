import { conditions } from '../plants/conditions.ts'
import { type MapBox, type MapPin, mapLimits } from './plants-map.ts'

/** Limit of the square (Mercator) world map. */
const lastLatitude = 85.05

/** Position on the square world map, 0 to 1 from the west and from the north. */
export const toWorldSquare = ({ lat, long }: { lat: number; long: number }): { x: number; y: number } => {
  const bounded = Math.max(-lastLatitude, Math.min(lastLatitude, lat))
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) / (2 * Math.PI)
  return { x: (long + 180) / 360, y }
}

/** Effective zoom: at most the requested one, and low enough for the box to fit the cells of an answer. */
export const effectiveZoom = (box: MapBox, zoom: number): number => {
  const [from, to] = [
    toWorldSquare({ lat: box.north, long: box.west }),
    toWorldSquare({ lat: box.south, long: box.east }),
  ]
  const span = Math.max(to.x - from.x, to.y - from.y, Number.EPSILON)
  const pixels = (mapLimits.cells - 2) * mapLimits.cell
  return Math.max(0, Math.min(zoom, Math.floor(Math.log2(pixels / (span * 256)))))
}

const mergePins = (one: MapPin, other: MapPin): MapPin => {
  const plants = one.plants + other.plants
  const between = (a: number, b: number) => (a * one.plants + b * other.plants) / plants
  const worst = Math.min(conditions.indexOf(one.condition), conditions.indexOf(other.condition))
  return {
    lat: between(one.lat, other.lat),
    long: between(one.long, other.long),
    plants,
    condition: conditions[worst] ?? one.condition,
    box: {
      south: Math.min(one.box.south, other.box.south),
      west: Math.min(one.box.west, other.box.west),
      north: Math.max(one.box.north, other.box.north),
      east: Math.max(one.box.east, other.box.east),
    },
    plant: null,
  }
}

/**
 * Merges pins that overlap, which cell borders had separated, in the given order. A merged pin moves and may overlap another, so it is
 * compared again, but only with pins of the surrounding cells.
 */
export const clusterPins = (pins: readonly MapPin[], zoom: number): MapPin[] => {
  const pixels = 256 * 2 ** zoom
  const kept = new Map<string, MapPin[]>()
  const placeOf = (pin: MapPin) => {
    const { x, y } = toWorldSquare(pin)
    return { x: x * pixels, y: y * pixels }
  }
  const cellAt = ({ x, y }: { x: number; y: number }, dx = 0, dy = 0) =>
    `${Math.floor(x / mapLimits.apart) + dx} ${Math.floor(y / mapLimits.apart) + dy}`
  /** Removes and returns a pin that is too close to a place. */
  const takeClose = (place: { x: number; y: number }): MapPin | undefined => {
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) {
        const there = kept.get(cellAt(place, dx, dy)) ?? []
        const at = there.findIndex((other) => {
          const { x, y } = placeOf(other)
          return Math.hypot(x - place.x, y - place.y) < mapLimits.apart
        })
        if (at >= 0) return there.splice(at, 1)[0]
      }
    return undefined
  }
  for (const given of pins) {
    let pin = given
    for (let close = takeClose(placeOf(pin)); close; close = takeClose(placeOf(pin))) pin = mergePins(close, pin)
    const cell = cellAt(placeOf(pin))
    kept.set(cell, [...(kept.get(cell) ?? []), pin])
  }
  return [...kept.values()].flat()
}
