import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Buildings, floors and rooms. People's free-text places stay with the lamp or unit. */
export const roomTable = pgTable(
  'room',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** The parent. No foreign key, because backups write rows in any order; changes lock the plant. */
    parentId: uuid(),
    level: text().notNull(),
    name: text().notNull(),
    kind: text(),
    areaM2: doublePrecision('area_m2'),
    /** Hours of use, `HH:MM`; both or neither. */
    usedFrom: text(),
    usedTo: text(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('room_name').on(
      table.plantId,
      sql`coalesce(${table.parentId}, ${table.plantId})`,
      sql`lower(${table.name})`,
    ),
    index('room_parent').on(table.parentId),
  ],
)

export const roomUnitTable = pgTable(
  'room_unit',
  {
    centralUnitId: uuid()
      .primaryKey()
      .references(() => centralUnitTable.id),
    roomId: uuid()
      .notNull()
      .references(() => roomTable.id, { onDelete: 'cascade' }),
  },
  (table) => [index('room_unit_room').on(table.roomId)],
)

/** Bound to the serial, like people's descriptions of a lamp, so it survives a new network creation. */
export const roomLampTable = pgTable(
  'room_lamp',
  {
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    serial: text().notNull(),
    roomId: uuid()
      .notNull()
      .references(() => roomTable.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.serial] }), index('room_lamp_room').on(table.roomId)],
)
