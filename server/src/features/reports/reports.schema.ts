import { reportPeriods } from '@vigilux/contract/features/reports/plant-report.ts'
import { reportFailures, reportStates } from '@vigilux/contract/features/reports/report.ts'
import { reportRhythms } from '@vigilux/contract/features/reports/report-mail.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../../kernel/json-columns.schema.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { fileTable } from '../files/files.schema.ts'
import { reportKinds } from './report-kinds.ts'

/** A requested PDF. */
export const reportTable = pgTable(
  'report',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    kind: text({ enum: reportKinds }).notNull(),
    /** The test of the report, depending on its kind: see `reportOrder`. */
    testId: uuid().references(() => testRunTable.id),
    /** The request. Its format depends on the kind, so the store parses both together. */
    request: trustedJson<unknown>().notNull(),
    language: text({ enum: languages }).notNull(),
    state: text({ enum: reportStates }).notNull(),
    bytes: integer(),
    fileId: uuid().references(() => fileTable.id),
    /** Why it failed, when the storage was the cause. */
    error: text({ enum: reportFailures }),
    requestedBy: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('report_file').on(table.fileId).where(sql`file_id is not null`),
    check(
      'report_test_by_kind',
      sql`case kind when 'test' then test_id is not null when 'plant' then true else test_id is null end`,
    ),
  ],
)

/** Plant reports mailed to people on their own schedule. */
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
