import { z } from 'zod'
import { plantRoles } from '../../kernel/permissions.ts'
import { id } from '../../kernel/primitives.ts'
import { condition } from '../plants/plant.ts'
import { roomLevels } from '../rooms/room.ts'

/** Limits of one search, to bound its cost for accounts with access to every plant. */
export const searchLimits = {
  /** Maximum hits of each kind. */
  hits: 6,
  /** Plants in which lamps are searched by number and description: the open one, then the worst. Serials: all. */
  plants: 25,
  /** Maximum words of a search. */
  words: 6,
} as const

const plantFields = { plant_id: id, plantname: z.string(), role: z.enum(plantRoles) }

/** Hits of a search, worst first within each kind. */
export const searchMatches = z.object({
  plants: z.array(z.object({ ...plantFields, city: z.string(), condition })),
  units: z.array(
    z.object({
      ...plantFields,
      topic: z.string(),
      description: z.string(),
      location: z.string(),
      connected: z.boolean(),
    }),
  ),
  lamps: z.array(
    z.object({
      ...plantFields,
      topic: z.string(),
      addr: z.int(),
      serial: z.string(),
      description: z.string(),
      location: z.string(),
      condition,
    }),
  ),
  rooms: z.array(z.object({ ...plantFields, room_id: id, name: z.string(), level: z.enum(roomLevels) })),
  scenes: z.array(z.object({ ...plantFields, scene_id: id, name: z.string() })),
  /** Addresses are visible to administrators, and to each person the own one. */
  people: z.array(
    z.object({
      ...plantFields,
      userid: id,
      name: z.string(),
      memberRole: z.enum(plantRoles),
      email: z.string().nullable(),
    }),
  ),
})
export type SearchMatches = z.infer<typeof searchMatches>
