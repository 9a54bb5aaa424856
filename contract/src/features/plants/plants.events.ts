import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const plantEvents = defineEvents({
  savePlant: z.object({ plant_id: id }),
  updatePlant: z.object({ plant_id: id, version: z.int() }),
  /** Told to the person's own browsers only. */
  saveFavourite: z.object({ plant_id: id, favourite: z.boolean() }),
})
