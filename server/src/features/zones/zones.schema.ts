import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Parts of a plant shown and driven as one. Their aggregations are stored with the aggregations, as uses. */
export const zoneTable = pgTable(
  'zone',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    name: text().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [uniqueIndex('zone_name').on(table.plantId, sql`lower(${table.name})`)],
)

/** Lamps assigned to zones directly; bound to the serial, so they survive a new network creation. */
export const zoneLampTable = pgTable(
  'zone_lamp',
  {
    zoneId: uuid()
      .notNull()
      .references(() => zoneTable.id, { onDelete: 'cascade' }),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    serial: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.zoneId, table.centralUnitId, table.serial] }),
    index('zone_lamp_unit').on(table.centralUnitId),
  ],
)
