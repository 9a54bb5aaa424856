import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Groups of one unit under one name. What refers to one does so by a foreign key that goes with it. */
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

/** What refers to an aggregation: told by its own feature with every change of it, so that a removal can name it. */
export const aggregationUseTable = pgTable(
  'aggregation_use',
  {
    aggregationId: uuid()
      .notNull()
      .references(() => aggregationTable.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** The id of what uses it, among those of its kind. */
    usedBy: uuid().notNull(),
    name: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.aggregationId, table.kind, table.usedBy] }),
    index('aggregation_use_by').on(table.usedBy),
  ],
)
