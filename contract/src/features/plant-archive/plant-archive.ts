import { z } from 'zod'
import { plantRoles } from '../../kernel/permissions.ts'
import { id, instant } from '../../kernel/primitives.ts'

/** What of a plant is counted before it is deleted. */
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

/** A plant that was deleted, as those who may restore it see it. */
export const deletedPlant = z.object({
  plant_id: id,
  plantname: z.string(),
  city: z.string(),
  timezone: z.string(),
  role: z.enum(plantRoles),
  deleted_at: instant,
  deletedBy: z.string(),
  /** Until then it can be restored. */
  restorable_until: instant,
  units: z.int(),
  lamps: z.int(),
})
export type DeletedPlant = z.infer<typeof deletedPlant>

/**
 * What became of a unit when its plant was restored. `enrolled`: it is the plant's again. `waiting`: it was never
 * enrolled, and still waits. `reset`: it has lost its memory meanwhile, and a person has to enrol it. `elsewhere`:
 * another plant has it, where it stays.
 */
export const restoredUnitStates = ['enrolled', 'waiting', 'reset', 'elsewhere'] as const

export const restoredUnit = z.object({
  topic: z.string(),
  cu_type: z.string(),
  cu_id: z.string(),
  description: z.string(),
  became: z.enum(restoredUnitStates),
})
export type RestoredUnit = z.infer<typeof restoredUnit>
