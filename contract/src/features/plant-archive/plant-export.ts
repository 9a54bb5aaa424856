import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'

export const exportStates = ['waiting', 'running', 'ready', 'failed'] as const

/** Hours for which an export can be downloaded. */
export const exportRetentionHours = 24

/** Export of a whole plant: everything but people's accounts, secrets and derived data. */
export const plantExport = z.object({
  id,
  state: z.enum(exportStates),
  /** Rows and files written so far, and all of them; 0 until they are counted. */
  done: count,
  total: count,
  /** Size of the finished file; null until then. */
  bytes: z.int().nullable(),
  requestedAt: instant,
  /** Until when it can be downloaded; null until it is finished. */
  until: instant.nullable(),
})
export type PlantExport = z.infer<typeof plantExport>
