import { z } from 'zod'
import { plantRoles } from '../../kernel/permissions.ts'
import { id, instant } from '../../kernel/primitives.ts'

/** Kinds of data counted before a deletion. */
export const plantContents = [
  'units',
  'lamps',
  'rooms',
  'members',
  'invitations',
  'tests',
  'entries',
  'reports',
  'attachments',
  'links',
] as const
export type PlantContent = (typeof plantContents)[number]

/** Deleted plant, for callers who may restore it. */
export const deletedPlant = z.object({
  plant_id: id,
  plantname: z.string(),
  city: z.string(),
  timezone: z.string(),
  role: z.enum(plantRoles),
  deleted_at: instant,
  deletedBy: z.string(),
  /** End of the restore period. */
  restorable_until: instant,
  units: z.int(),
  lamps: z.int(),
})
export type DeletedPlant = z.infer<typeof deletedPlant>

/**
 * State of a unit after its plant was restored. `enrolled`: it belongs to the plant again. `waiting`: it was never
 * enrolled, and still waits. `reset`: it lost its memory and must be enrolled by a person. `elsewhere`: it belongs to
 * another plant and remains there.
 */
export const restoredUnitStates = ['enrolled', 'waiting', 'reset', 'elsewhere'] as const

export const restoredUnit = z.object({
  topic: z.string(),
  cu_type: z.string(),
  /** Display name of the type. */
  type_name: z.string(),
  cu_id: z.string(),
  description: z.string(),
  became: z.enum(restoredUnitStates),
})
export type RestoredUnit = z.infer<typeof restoredUnit>
