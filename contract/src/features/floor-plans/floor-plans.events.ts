import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { count, id } from '../../kernel/primitives.ts'

export const floorPlanEvents = defineEvents({
  /** A floor plan is there, is another, or is gone. */
  floorPlans: z.object({ plant_id: id, plan_id: id }),
  /** Lamps were placed on it, moved or taken off; not told to the socket that did it. */
  aggiornaMappe: z.object({ plant_id: id, plan_id: id, version: count }),
})
