import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const billEvents = defineEvents({
  /** A price changed; what it is, is told to those alone who ask and may see it. */
  savePrice: z.object({ plant_id: id }),
  savePriceSettings: z.object({ plant_id: id }),
})
