import { z } from 'zod'
import { count, id, text } from '../../kernel/primitives.ts'

/** Maximum zones of one plant. */
export const maxZonesPerPlant = 250

/** Maximum aggregations of one zone. */
const maxCollectionsPerZone = 100

/** Form of a zone: its name and its aggregations, each once. */
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
  /** Type and id of the unit, such as `logica_0A1B2C`. */
  cu: z.string(),
  groups: z.array(z.int()),
})

/** Part of a plant, shown and controlled as one: directly assigned lamps, and those of its aggregations. */
export const zone = z.object({
  id,
  zoneName: z.string(),
  collections: z.array(id),
  /** Groups of its aggregations, by unit; lamps in one of them are in the zone. */
  groups: z.array(zoneGroups),
  /** Scenes setting one of its aggregations. */
  scenes: z.array(id),
  version: count,
})
export type Zone = z.infer<typeof zone>
