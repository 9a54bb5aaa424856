import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { centralUnitTable } from '../../tables/central-units.schema.ts'

export const groupNameTable = pgTable(
  'group_name',
  {
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    group: integer().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.group] })],
)
