import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const plannerEvents = defineEvents({
  /** A plan was proposed, accepted or discarded, a date of it moved, or a unit took it. */
  testPlan: z.object({ plant_id: id }),
})
