import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Buildings, floors and rooms. What people wrote of a place in words stays beside it, with the lamp or unit. */
export const roomTable = pgTable(
  'room',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** What it is in. No foreign key: a backup writes the rows of a table in any order. Rooms change alone in their plant. */
    parentId: uuid(),
    level: text().notNull(),
    name: text().notNull(),
    kind: text(),
    areaM2: doublePrecision('area_m2'),
    /** Times of day between which it is used, `HH:MM`; both or none. */
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

/** Bound to the serial, as what people wrote of a lamp is, so it survives a new search of the list. */
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
