import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const plantEvents = defineEvents({
  savePlant: z.object({ plant_id: id }),
  updatePlant: z.object({ plant_id: id, version: z.int() }),
  removePlant: z.object({ plant_id: id }),
})
