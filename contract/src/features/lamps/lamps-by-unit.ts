import { z } from 'zod'
import { unitTopic } from '../central-units/central-unit.ts'

/** Address of a lamp in its unit. */
export const lampPosition = z.int().min(1).max(992)

/** Lamps grouped by unit: even those of the largest plant fit into one call. */
export const lampsByUnit = z
  .array(
    z.strictObject({
      topic: unitTopic,
      addr: z.array(lampPosition).min(1, { error: 'no_device_selected' }).max(992),
    }),
  )
  .max(128)

/** Lists the lamps with their units one by one. */
export const listLampPositions = (lamps: z.infer<typeof lampsByUnit>): { topic: string; addr: number }[] =>
  lamps.flatMap(({ topic, addr: addrs }) => addrs.map((addr) => ({ topic, addr })))
