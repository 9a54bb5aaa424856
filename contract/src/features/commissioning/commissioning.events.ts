import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { walk, walkLamp } from './walk.ts'

export const commissioningEvents = defineEvents({
  /** A walk began, went on or ended; with the lamps that are not as before, null where they are too many to be told one by one. */
  walk: z.object({ plant_id: id, walk, lamps: z.array(walkLamp).nullable() }),
})
