import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const attentionEvents = defineEvents({
  /** Somebody looks after an open cause of the plant, or no longer; or the receiver has put one off. */
  attention: z.object({ plant_id: id }),
})
