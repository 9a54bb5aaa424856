import { z } from 'zod'
import { plantRoles } from '../../kernel/permissions.ts'
import { id } from '../../kernel/primitives.ts'
import { condition } from '../plants/plant.ts'
import { roomLevels } from '../rooms/room.ts'

/** What one search finds, bounded so that no search of an account that sees every plant costs more than it shows. */
export const searchLimits = {
  /** Hits of each kind. */
  hits: 6,
  /** Plants whose lamps are read by number and description: the open one, then the worst. By serial all plants are. */
  plants: 25,
  /** Words of a search that count. */
  words: 6,
} as const

const inPlant = { plant_id: id, plantname: z.string(), role: z.enum(plantRoles) }

/** What a search has found, worst first within each kind. */
export const searchMatches = z.object({
  plants: z.array(z.object({ ...inPlant, city: z.string(), condition })),
  units: z.array(
    z.object({ ...inPlant, topic: z.string(), description: z.string(), location: z.string(), connected: z.boolean() }),
  ),
  lamps: z.array(
    z.object({
      ...inPlant,
      topic: z.string(),
      addr: z.int(),
      serial: z.string(),
      description: z.string(),
      location: z.string(),
      condition,
    }),
  ),
  rooms: z.array(z.object({ ...inPlant, room_id: id, name: z.string(), level: z.enum(roomLevels) })),
  scenes: z.array(z.object({ ...inPlant, scene_id: id, name: z.string() })),
  /** The address is told to administrators, and to everyone their own. */
  people: z.array(
    z.object({
      ...inPlant,
      userid: id,
      name: z.string(),
      memberRole: z.enum(plantRoles),
      email: z.string().nullable(),
    }),
  ),
})
export type SearchMatches = z.infer<typeof searchMatches>
