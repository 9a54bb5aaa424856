import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../plants/plants.schema.ts'
import { testRunTable } from '../tests/tests.schema.ts'

/** A PDF asked for; the file itself is in the file store under the report's id. */
export const reportTable = pgTable('report', {
  id: uuid().primaryKey(),
  plantId: uuid()
    .notNull()
    .references(() => plantTable.id),
  testId: uuid()
    .notNull()
    .references(() => testRunTable.id),
  language: text().notNull(),
  resultFilter: text(),
  state: text().notNull(),
  bytes: integer(),
  requestedBy: text().notNull(),
  requestedAt: timestamp({ withTimezone: true }).notNull(),
})
