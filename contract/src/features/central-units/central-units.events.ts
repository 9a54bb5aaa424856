import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id, instant } from '../../kernel/primitives.ts'
import { centralUnit, enrolment } from './central-unit.ts'

export const centralUnitEvents = defineEvents({
  saveCu: z.object({ plant_id: id, unit: centralUnit }),
  removeCu: z.object({ plant_id: id, cu_id: z.string(), cu_type: z.string() }),
  /** An enrolment moved on or ended. */
  enrollCuAck: z.object({ plant_id: id, enrolment }),
  /** A unit reported, or has fallen silent. */
  keepalive: z.object({
    plant_id: id,
    cu_id: z.string(),
    cu_type: z.string(),
    cu_connected: z.boolean(),
    last_seen: instant.nullable(),
  }),
  /** A unit reported new values of itself. */
  shadow: z.object({ plant_id: id, unit: centralUnit }),
})
