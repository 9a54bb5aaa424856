import { z } from 'zod'
import { id } from '../../kernel/primitives.ts'
import { condition } from '../plants/plant.ts'

/** Limits of map requests and answers. */
export const mapLimits = {
  /** Maximum zoom; each step doubles the scale, 0 shows the world in 256 px. */
  zoom: 19,
  /** Size in pixels of a cell in which plants are counted together. */
  cell: 64,
  /** Minimum distance of pins in pixels; closer ones are merged. */
  apart: 40,
  /** Maximum cells of an answer in each direction; a larger box is answered at a lower zoom. */
  cells: 34,
  /** Maximum pins of an answer. */
  pins: 1_200,
} as const

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

/** Part of the map in degrees. If its north is south of its south, or its east west of its west, the box is empty. */
export const mapBox = z.strictObject({ south: latitude, west: longitude, north: latitude, east: longitude })
export type MapBox = z.infer<typeof mapBox>

/** Pin on the map: one plant, or several overlapping at this zoom. */
export const mapPin = z.object({
  lat: z.number(),
  long: z.number(),
  plants: z.int().min(1),
  /** Worst condition of its plants. */
  condition,
  /** Box of its plants. */
  box: z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() }),
  /** The plant of a single-plant pin. */
  plant: z.object({ plant_id: id, plantname: z.string(), city: z.string() }).nullable(),
})
export type MapPin = z.infer<typeof mapPin>
