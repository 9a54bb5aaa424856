import { deviceLists } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { viewParams } from '@vigilux/contract/features/views/view.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** A person's saved list views of a plant. */
export const savedViewTable = pgTable(
  'saved_view',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    list: text({ enum: deviceLists }).notNull(),
    params: parsedJson(viewParams)().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('saved_view_name').on(table.plantId, table.userId, sql`lower(${table.name})`),
    index('saved_view_user').on(table.userId),
  ],
)
