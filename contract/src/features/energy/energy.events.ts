import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const energyEvents = defineEvents({
  /** What lamps of the plant used was booked: sums may be others than before. */
  energyChanged: z.object({ plant_id: id }),
  /** Another baseline or other tariffs were saved. */
  saveEnergySettings: z.object({ plant_id: id }),
})
