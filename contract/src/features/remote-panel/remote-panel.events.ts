import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const remotePanelEvents = defineEvents({
  /** Somebody has asked for an inhibition or its end, or one has become another. */
  inhibitions: z.object({ plant_id: id }),
})
