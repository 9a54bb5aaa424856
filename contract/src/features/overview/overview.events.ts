import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { attention, condition, conditionCounts, plantResults } from '../plants/plant.ts'

export const overviewEvents = defineEvents({
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
