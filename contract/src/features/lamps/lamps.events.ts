import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { lamp } from './lamp.ts'

export const lampEvents = defineEvents({
  /** Lamps appeared or changed; lamps that are not named are as they were. */
  lamps: z.object({ plant_id: id, lamps: z.array(lamp) }),
  saveLampDescription: z.object({ plant_id: id, lamp }),
  /** Lamps have left the list of a unit, or many changed at once: what a browser holds of it is to be fetched again. */
  lampsReset: z.object({ plant_id: id, cu: z.string() }),
})
