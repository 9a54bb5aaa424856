import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Lighting lamps whose energy is summed. */
export const monitoringZoneTable = pgTable(
  'monitoring_zone',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    name: text().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [uniqueIndex('monitoring_zone_name').on(table.plantId, sql`lower(${table.name})`)],
)

/** The one monitoring zone of a lamp; bound to the serial, so it survives a new network creation. */
export const monitoringZoneLampTable = pgTable(
  'monitoring_zone_lamp',
  {
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    serial: text().notNull(),
    zoneId: uuid()
      .notNull()
      .references(() => monitoringZoneTable.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.centralUnitId, table.serial] }),
    index('monitoring_zone_lamp_zone').on(table.zoneId),
  ],
)
