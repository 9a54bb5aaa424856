import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const logbookEvents = defineEvents({
  /** The logbook of a plant has grown up to this entry. */
  logbook: z.object({ plant_id: id, no: z.int() }),
})
