import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { attention, condition, conditionCounts, plantResults } from './plant.ts'

export const plantEvents = defineEvents({
  savePlant: z.object({ plant_id: id }),
  updatePlant: z.object({ plant_id: id, version: z.int() }),
  removePlant: z.object({ plant_id: id }),
  /** The figures of the plant changed. */
  plantCounts: z.object({
    plant_id: id,
    condition,
    result: z.enum(plantResults),
    counts: conditionCounts,
    units: z.object({ total: z.int(), connected: z.int() }),
    lamps: z.int(),
    attention: z.array(attention),
  }),
})
