import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { centralUnitTable } from '../central-units/central-units.schema.ts'

/** What people call the groups of a unit. */
export const groupNameTable = pgTable(
  'group_name',
  {
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    group: integer().notNull(),
    name: text().notNull(),
    description: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.group] })],
)
