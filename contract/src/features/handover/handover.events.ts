import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const handoverEvents = defineEvents({
  /** A verification was begun, filled in, signed, opened again or discarded. */
  handover: z.object({ plant_id: id, handover_id: id }),
})
