import type { PlanSpot } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { Building } from './demo-buildings.ts'

/** A floor of the demo: a corridor in the middle, other places on both sides. Sides are fractions of the drawing. */
export type DrawnPlace = { place: number; left: number; top: number; right: number; bottom: number }

/** Size of the drawing in pixels, and the meters of its width. */
export const floorSize = { width: 1_200, height: 600, longSideM: 48 } as const

const [edge, wallAbove, wallBelow] = [0.04, 0.42, 0.58]

/** Position of each place on every floor of a building. */
export const placesOfFloor = ({ places }: Pick<Building, 'places'>): DrawnPlace[] => {
  const corridor = Math.max(
    0,
    places.findIndex(([, kind]) => kind === 'escapeRoute'),
  )
  const roomPlaces = places.map((_, place) => place).filter((place) => place !== corridor)
  const placesAbove = roomPlaces.slice(0, Math.ceil(roomPlaces.length / 2))
  const row = (rowPlaces: readonly number[], top: number, bottom: number): DrawnPlace[] => {
    const placeWidth = (1 - 2 * edge) / rowPlaces.length
    return rowPlaces.map((place, at) => ({
      place,
      top,
      bottom,
      left: edge + at * placeWidth,
      right: edge + (at + 1) * placeWidth,
    }))
  }
  return [
    { place: corridor, left: edge, right: 1 - edge, top: wallAbove, bottom: wallBelow },
    ...row(placesAbove, 2 * edge, wallAbove),
    ...row(roomPlaces.slice(placesAbove.length), wallBelow, 1 - 2 * edge),
  ]
}

export const cornersOf = ({ left, top, right, bottom }: DrawnPlace): PlanSpot[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

/** The part of a place below its name, which is at its upper edge. */
const belowName = (place: DrawnPlace): DrawnPlace => ({ ...place, top: place.top + 24 / floorSize.height })

/** Spreads lamps evenly over a place, below its name. */
export const spreadEvenly = (place: DrawnPlace, lamps: number): PlanSpot[] => {
  const { left, top, right, bottom } = belowName(place)
  const [widthPx, heightPx] = [(right - left) * floorSize.width, (bottom - top) * floorSize.height]
  const columns = Math.max(1, Math.min(lamps, Math.round(Math.sqrt((lamps * widthPx) / heightPx))))
  const rows = Math.ceil(lamps / columns)
  return Array.from({ length: lamps }, (_, at) => ({
    x: left + ((right - left) * ((at % columns) + 0.5)) / columns,
    y: top + ((bottom - top) * (Math.floor(at / columns) + 0.5)) / rows,
  }))
}

/** Position of the unit with index `at` among `units`: side by side in the middle of a place, between its lamps. */
export const besideLamps = (place: DrawnPlace, at: number, units: number): PlanSpot => {
  const { left, top, right, bottom } = belowName(place)
  return { x: left + ((right - left) * (at + 1)) / (Math.max(2, units) + 1), y: (top + bottom) / 2 }
}

/**
 * The drawing of a floor: walls, doors to the corridor, stairs and a scale arrow. The same for each floor of a
 * building.
 */
export const drawFloor = (building: Pick<Building, 'places'>): string => {
  const { width, height, longSideM } = floorSize
  const [corridor, ...roomPlaces] = placesOfFloor(building)
  const px = ({ left, top, right, bottom }: DrawnPlace) => ({
    x: Math.round(left * width),
    y: Math.round(top * height),
    w: Math.round((right - left) * width),
    h: Math.round((bottom - top) * height),
  })
  const rooms = roomPlaces.flatMap((place) => {
    const { x, y, w, h } = px(place)
    const wall = place.top < 0.5 ? y + h : y
    const door = `<path d="M${x + 24} ${wall}h34" stroke="#fff" stroke-width="8"/>`
    const swing = `<path d="M${x + 24} ${wall}v${place.top < 0.5 ? -34 : 34}a34 34 0 0 ${place.top < 0.5 ? 1 : 0} 34 ${place.top < 0.5 ? 34 : -34}" stroke-width="1.5"/>`
    const steps = Array.from({ length: 9 }, (_, at) => `M${x + w - 24 - at * 11} ${y + 20}v${h - 40}`).join('')
    const isStair = building.places[place.place]?.[1] === 'staircase'
    return [
      `<path d="M${x} ${y}h${w}v${h}h${-w}z" stroke-width="4"/>`,
      door,
      swing,
      ...(isStair ? [`<path d="${steps}" stroke-width="1.5"/>`] : []),
    ]
  })
  const hall = corridor && px(corridor)
  const fiveMetres = (5 / longSideM) * width
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/><g fill="none" stroke="#26303c">`,
    ...rooms,
    ...(hall
      ? [`<path d="M${hall.x} ${hall.y}v${hall.h}M${hall.x + hall.w} ${hall.y}v${hall.h}" stroke-width="4"/>`]
      : []),
    `<rect x="${edge * width}" y="${2 * edge * height}" width="${(1 - 2 * edge) * width}" height="${(1 - 4 * edge) * height}" stroke-width="9"/>`,
    `<path d="M${edge * width} ${height - 16}v-8v4h${fiveMetres}v-4v8" stroke-width="2"/></g></svg>`,
  ].join('')
}
