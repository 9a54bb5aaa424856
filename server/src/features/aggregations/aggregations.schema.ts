import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Groups of one unit under one name. References are foreign keys with cascading deletes. */
export const aggregationTable = pgTable(
  'aggregation',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    name: text().notNull(),
    groups: integer().array().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('aggregation_name').on(table.plantId, sql`lower(${table.name})`),
    index('aggregation_unit').on(table.centralUnitId),
  ],
)

/** References to an aggregation: each feature reports its own uses, so a refused removal can name them. */
export const aggregationUseTable = pgTable(
  'aggregation_use',
  {
    aggregationId: uuid()
      .notNull()
      .references(() => aggregationTable.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** Id of the user of the aggregation, unique within its kind. */
    usedBy: uuid().notNull(),
    name: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.aggregationId, table.kind, table.usedBy] }),
    index('aggregation_use_by').on(table.usedBy),
  ],
)
