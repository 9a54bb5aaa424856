import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import { attention, type ConditionCounts, plantResults } from '@vigilux/contract/features/plants/plant.ts'
import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Another release may know other conditions; unknown ones are dropped until the stats are recomputed. */
const storedCounts = z.record(z.string(), z.int()).transform((rawCounts): ConditionCounts => {
  const counts = emptyCounts()
  for (const name of conditions) counts[name] = rawCounts[name] ?? 0
  return counts
})
const storedAttention = z.array(z.unknown()).transform((items) =>
  items.flatMap((item) => {
    const read = attention.safeParse(item)
    return read.success ? [read.data] : []
  }),
)

/** Cached stats of a plant, so lists cost only their own rows. Always derived, never the source. */
export const plantFiguresTable = pgTable(
  'plant_figures',
  {
    plantId: uuid()
      .primaryKey()
      .references(() => plantTable.id),
    /** Rank of the condition by severity, 0 the worst. */
    severity: integer().notNull(),
    condition: text({ enum: conditions }).notNull(),
    result: text({ enum: plantResults }).notNull(),
    units: integer().notNull(),
    connected: integer().notNull(),
    lamps: integer().notNull(),
    counts: parsedJson(storedCounts)().notNull(),
    attention: parsedJson(storedAttention)().notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('plant_figures_severity').on(table.severity)],
)

/**
 * Plants whose stats are out of date. Triggers on the source tables add rows in the transaction of the change, so no
 * change is missed. A plant may have several rows: adding one never waits for a lock.
 */
export const plantFiguresDueTable = pgTable('plant_figures_due', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  plantId: uuid().notNull(),
})
