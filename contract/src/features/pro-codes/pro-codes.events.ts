import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const proCodeEvents = defineEvents({
  /** Pro began, was renewed or has expired: limits, what is enabled and how far history is open may be others. */
  proChanged: z.object({ plant_id: id }),
  /** A code was used; told to who made it. */
  tokenUsed: z.object({ token_id: id }),
})
