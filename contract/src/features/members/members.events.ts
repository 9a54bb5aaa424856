import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { plantRoles } from '../../kernel/permissions.ts'
import { id, instant } from '../../kernel/primitives.ts'
import { plantUser } from '../plants/plant.ts'

export const memberEvents = defineEvents({
  plantUsers: z.object({ plant_id: id, plant_users: z.array(plantUser) }),
  /** Told to the person whose membership has got, changed or lost its end: from `until` on their browsers are told nothing more of the plant. */
  membershipEnds: z.object({ plant_id: id, userid: id, until: instant.nullable() }),
  /** Told to the person whose role has become another. */
  setMemberRole: z.object({ plant_id: id, userid: id, role: z.enum(plantRoles) }),
  /** Told to the person who has just lost access; their browsers leave the plant. */
  membershipEnded: z.object({ plant_id: id, userid: id }),
})
