import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { fileTable } from '../files/files.schema.ts'
import { plantTable } from '../plants/plants.schema.ts'

/** A PDF asked for. */
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
  fileId: uuid().references(() => fileTable.id),
  /** Why it failed, where it was the storage's doing. */
  error: text(),
  requestedBy: text().notNull(),
  requestedAt: timestamp({ withTimezone: true }).notNull(),
})
