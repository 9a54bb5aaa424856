import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { condition } from '../plants/plant.ts'
import { lampErrors, lampModes } from './lamp.ts'

/** Maximum changes in one answer. */
export const maxChangesPerAnswer = 50

/** State of a lamp from a moment on: another condition, other faults, or another lamp in its place. */
export const lampChange = z.object({
  at: instant,
  serial: z.string(),
  mode: z.enum(lampModes).nullable(),
  errors: z.array(z.enum(lampErrors)),
  condition,
})
export type LampChange = z.infer<typeof lampChange>
