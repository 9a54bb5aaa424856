import { z } from 'zod'
import { count, id, text } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { groupNumber, maxGroupNumber } from '../groups/group.ts'

/** Maximum aggregations of one plant. */
export const maxAggregationsPerPlant = 500

/** Groups of one unit under one name, distinct and sorted. */
export const aggregationDraft = z.strictObject({
  name: text(60),
  topic: unitTopic,
  groups: z
    .array(groupNumber)
    .min(1, { error: 'no_group_selected' })
    .max(maxGroupNumber)
    .transform((groups) => [...new Set(groups)].sort((a, b) => a - b)),
})

/** Zone or scene using an aggregation, with its name. */
export const aggregationUse = z.object({ kind: z.enum(['zone', 'scene']), id, name: z.string() })
export type AggregationUse = z.infer<typeof aggregationUse>

export const aggregation = z.object({
  id,
  name: z.string(),
  /** Type and id of the unit, such as `logica_0A1B2C`. */
  cu: z.string(),
  groups: z.array(z.int()),
  /** Sorted by name. */
  uses: z.array(aggregationUse),
  version: count,
})
export type Aggregation = z.infer<typeof aggregation>
