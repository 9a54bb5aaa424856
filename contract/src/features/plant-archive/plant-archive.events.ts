import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const plantArchiveEvents = defineEvents({
  removePlant: z.object({ plant_id: id }),
  /** The plant was archived, or taken out of the archive. */
  plantArchived: z.object({ plant_id: id }),
  /** A deleted plant is there again, or one was deleted: who may restore plants has another list of them. */
  deletedPlants: z.object({ plant_id: id }),
})
