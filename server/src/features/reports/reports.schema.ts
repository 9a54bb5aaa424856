import { testResults } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { reportFailures, reportStates } from '@vigilux/contract/features/reports/report.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
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
  language: text({ enum: languages }).notNull(),
  resultFilter: text({ enum: testResults }),
  state: text({ enum: reportStates }).notNull(),
  bytes: integer(),
  fileId: uuid().references(() => fileTable.id),
  /** Why it failed, where it was the storage's doing. */
  error: text({ enum: reportFailures }),
  requestedBy: text().notNull(),
  requestedAt: timestamp({ withTimezone: true }).notNull(),
})
