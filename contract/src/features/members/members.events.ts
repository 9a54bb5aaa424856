import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { plantUser } from '../plants/plant.ts'

export const memberEvents = defineEvents({
  plantUsers: z.object({ plant_id: id, plant_users: z.array(plantUser) }),
  /** Told to the person who has just lost access; their browsers leave the plant. */
  membershipEnded: z.object({ plant_id: id, userid: id }),
})
