import { z } from 'zod'
import { id } from '../../kernel/primitives.ts'
import { condition } from '../plants/plant.ts'

/** Bounds of what is asked of the map, and of what an answer holds. */
export const mapLimits = {
  /** Closest zoom; each doubles the scale, 0 shows the world in 256 px. */
  zoom: 19,
  /** Pixels of a cell within which plants are counted together. */
  cell: 64,
  /** Pixels between pins below which they are one. */
  apart: 40,
  /** Cells of an answer in either direction: a box that is larger at its zoom is answered as from further away. */
  cells: 34,
  /** Pins of an answer. */
  pins: 1_200,
} as const

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

/** A part of the map in degrees; where the north lies south of the south, or the east west of the west, there is nothing in it. */
export const mapBox = z.strictObject({ south: latitude, west: longitude, north: latitude, east: longitude })
export type MapBox = z.infer<typeof mapBox>

/** What stands at one point of the map: a plant, or several that would lie over each other at this zoom. */
export const mapPin = z.object({
  lat: z.number(),
  long: z.number(),
  plants: z.int().min(1),
  /** The worst of them. */
  condition,
  /** Where they lie. */
  box: z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() }),
  /** The plant, where it is one alone. */
  plant: z.object({ plant_id: id, plantname: z.string(), city: z.string() }).nullable(),
})
export type MapPin = z.infer<typeof mapPin>
