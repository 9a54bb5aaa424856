import { date, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../../tables/plants.schema.ts'

/** The offices' own notes about a plant. */
export const officeNoteTable = pgTable(
  'office_note',
  {
    plantId: uuid()
      .primaryKey()
      .references(() => plantTable.id, { onDelete: 'cascade' }),
    contract: text().notNull(),
    chain: text().notNull(),
    note: text().notNull(),
    version: integer().notNull(),
    savedBy: uuid().notNull(),
    savedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('office_note_chain').on(table.chain)],
)

/** Plants with errors, counted once in a week, which begins on its Monday in UTC. */
export const errorWeekTable = pgTable('error_week', {
  week: date().primaryKey(),
  plants: integer().notNull(),
})
