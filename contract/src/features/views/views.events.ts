import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

/** Told to the person's own browsers only. */
export const viewEvents = defineEvents({
  saveView: z.object({ plant_id: id, view_id: id }),
  removeView: z.object({ plant_id: id, view_id: id }),
})
