import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const webhookEvents = defineEvents({
  /** The webhooks of the plant are others than before. */
  webhooks: z.object({ plant_id: id }),
  /** What was sent to receivers of the plant is other than before, or what became of it. */
  webhookCalls: z.object({ plant_id: id }),
})
