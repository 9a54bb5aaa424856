import { z } from 'zod'
import { count, id, text } from '../../kernel/primitives.ts'

/** Zones of one plant. */
export const maxZonesPerPlant = 250

/** Aggregations of one zone. */
const maxCollectionsPerZone = 100

/** What the form of a zone sends: its name, and the aggregations that are part of it, once each. */
export const zoneDraft = z.strictObject({
  zoneName: text(60),
  collections: z
    .array(id)
    .max(maxCollectionsPerZone)
    .transform((ids) => [...new Set(ids)]),
})
export type ZoneDraft = z.output<typeof zoneDraft>

/** Groups of one unit. */
export const zoneGroups = z.object({
  /** Type and id of the unit, as in `logica_0A1B2C`. */
  cu: z.string(),
  groups: z.array(z.int()),
})

/** Part of a plant that is seen and driven as one: lamps that were put into it, and those of its aggregations. */
export const zone = z.object({
  id,
  zoneName: z.string(),
  collections: z.array(id),
  /** What its aggregations come to, by unit: lamps in one of these groups are in the zone. */
  groups: z.array(zoneGroups),
  /** Those that set one of its aggregations. */
  scenes: z.array(id),
  version: count,
})
export type Zone = z.infer<typeof zone>
