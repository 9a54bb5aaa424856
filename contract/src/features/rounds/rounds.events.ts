import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const roundEvents = defineEvents({
  /** A round or something in it is not as before; of several at once, each is told. */
  round: z.object({ plant_id: id, round_id: id }),
})
