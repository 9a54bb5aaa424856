import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const complianceEvents = defineEvents({
  /** Another profile was chosen: all rules are judged anew. */
  complianceProfile: z.object({ plant_id: id }),
  /** An inspector's page was opened, closed or visited. */
  inspectorLinks: z.object({ plant_id: id }),
})
