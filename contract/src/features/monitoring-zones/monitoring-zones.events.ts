import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const monitoringZoneEvents = defineEvents({
  /** There is a new zone, or one has another name or other lamps. */
  saveMonitoringZone: z.object({ plant_id: id, zone_id: id }),
  removeMonitoringZone: z.object({ plant_id: id, zone_id: id }),
})
