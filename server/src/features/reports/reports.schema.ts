import { billKinds } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { testResults } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { reportPeriods } from '@vigilux/contract/features/reports/plant-report.ts'
import { reportFailures, reportStates } from '@vigilux/contract/features/reports/report.ts'
import { reportRhythms } from '@vigilux/contract/features/reports/report-mail.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { fileTable } from '../files/files.schema.ts'

/** A PDF asked for. */
export const reportTable = pgTable(
  'report',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** The test that it is about; null for a bill of materials, and for what spans more than one. */
    testId: uuid().references(() => testRunTable.id),
    /** What a report over the plant spans; null for all others. */
    period: text({ enum: reportPeriods }),
    /** Which bill of materials it is; null for the report of a test. */
    bill: text({ enum: billKinds }),
    /** What else it is of: none of the above. Which one, the job that makes it says. */
    paper: text({ enum: ['handover', 'logbook', 'energy', 'floorPlan'] }),
    /** Prices are in it: it is for those alone who see them. */
    withPrices: boolean().notNull().default(false),
    language: text({ enum: languages }).notNull(),
    resultFilter: text({ enum: testResults }),
    state: text({ enum: reportStates }).notNull(),
    bytes: integer(),
    fileId: uuid().references(() => fileTable.id),
    /** Why it failed, where it was the storage's doing. */
    error: text({ enum: reportFailures }),
    requestedBy: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('report_file').on(table.fileId).where(sql`file_id is not null`)],
)

/** Reports over a plant that people have sent to themselves. */
export const reportMailTable = pgTable(
  'report_mail',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    rhythm: text({ enum: reportRhythms }).notNull(),
    period: text({ enum: reportPeriods }).notNull(),
    nextAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.userId] }), index('report_mail_next').on(table.nextAt)],
)
