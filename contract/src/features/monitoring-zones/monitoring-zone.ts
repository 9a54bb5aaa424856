import { z } from 'zod'
import { count, id, text } from '../../kernel/primitives.ts'

/** Maximum monitoring zones of one plant, counted separately from its zones. */
export const maxMonitoringZonesPerPlant = 250

/** Maximum listed lamps staying in other zones. */
export const maxListedTakenLamps = 100

export const monitoringZoneName = text(60)

/** Lamps of one unit, by address. */
const lampsOfUnit = z.object({ topic: z.string(), addrs: z.array(z.int()) })

/** Lighting lamps whose energy is summed. A lamp is in one such zone at most, so the shares add up. */
export const monitoringZone = z.object({
  id,
  name: z.string(),
  /** By unit, without lamps unreported by their unit at present. */
  lamps: z.array(lampsOfUnit),
  version: count,
})
export type MonitoringZone = z.infer<typeof monitoringZone>

/** Lamp not added to a zone, because it is in another one. */
export const takenLamp = z.object({ topic: z.string(), addr: z.int(), zone_id: id, zone_name: z.string() })
export type TakenLamp = z.infer<typeof takenLamp>
