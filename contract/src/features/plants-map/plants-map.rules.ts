import { conditions } from '../plants/conditions.ts'
import { type MapBox, type MapPin, mapLimits } from './plants-map.ts'

/** Limit of the square (Mercator) world map. */
const lastLatitude = 85.05

/** Position on the square world map, 0 to 1 from the west and from the north. */
export const toWorldSquare = ({ lat, long }: { lat: number; long: number }): { x: number; y: number } => {
  const clampedLat = Math.max(-lastLatitude, Math.min(lastLatitude, lat))
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + (clampedLat * Math.PI) / 360)) / (2 * Math.PI)
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

const mergePins = (pin: MapPin, otherPin: MapPin): MapPin => {
  const plants = pin.plants + otherPin.plants
  const between = (a: number, b: number) => (a * pin.plants + b * otherPin.plants) / plants
  const worstCondition = Math.min(conditions.indexOf(pin.condition), conditions.indexOf(otherPin.condition))
  return {
    lat: between(pin.lat, otherPin.lat),
    long: between(pin.long, otherPin.long),
    plants,
    condition: conditions[worstCondition] ?? pin.condition,
    box: {
      south: Math.min(pin.box.south, otherPin.box.south),
      west: Math.min(pin.box.west, otherPin.box.west),
      north: Math.max(pin.box.north, otherPin.box.north),
      east: Math.max(pin.box.east, otherPin.box.east),
    },
    plant: null,
  }
}

/**
 * Merges overlapping pins, separated by cell borders, in the given order. A merged pin moves and may overlap another:
 * it is compared again, but only with pins of the surrounding cells.
 */
export const clusterPins = (pins: readonly MapPin[], zoom: number): MapPin[] => {
  const pixels = 256 * 2 ** zoom
  const pinsByCell = new Map<string, MapPin[]>()
  const placeOf = (pin: MapPin) => {
    const { x, y } = toWorldSquare(pin)
    return { x: x * pixels, y: y * pixels }
  }
  const cellAt = ({ x, y }: { x: number; y: number }, dx = 0, dy = 0) =>
    `${Math.floor(x / mapLimits.apart) + dx} ${Math.floor(y / mapLimits.apart) + dy}`
  /** Removes and returns a pin too close to a place. */
  const removeClosePin = (place: { x: number; y: number }): MapPin | undefined => {
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) {
        const cellPins = pinsByCell.get(cellAt(place, dx, dy)) ?? []
        const at = cellPins.findIndex((cellPin) => {
          const { x, y } = placeOf(cellPin)
          return Math.hypot(x - place.x, y - place.y) < mapLimits.apart
        })
        if (at >= 0) return cellPins.splice(at, 1)[0]
      }
    return undefined
  }
  for (const addedPin of pins) {
    let pin = addedPin
    for (let close = removeClosePin(placeOf(pin)); close; close = removeClosePin(placeOf(pin)))
      pin = mergePins(close, pin)
    const cell = cellAt(placeOf(pin))
    pinsByCell.set(cell, [...(pinsByCell.get(cell) ?? []), pin])
  }
  return [...pinsByCell.values()].flat()
}
