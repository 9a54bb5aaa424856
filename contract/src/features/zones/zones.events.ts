import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { zone } from './zone.ts'

export const zoneEvents = defineEvents({
  saveZone: z.object({ plant_id: id, zone }),
  removeZone: z.object({ plant_id: id, zone_id: id }),
  /** Other lamps are in the zone than before. */
  updateZoneLamps: z.object({ plant_id: id, zone_id: id }),
})
