import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from './plants.schema.ts'

/** Thresholds for notices to members of a plant; without a row, defaults apply. */
export const noticeThresholdTable = pgTable('notice_threshold', {
  plantId: uuid()
    .primaryKey()
    .references(() => plantTable.id),
  urgent: text({ enum: noticeKinds }).array().notNull(),
  faultLamps: integer().notNull(),
  testLamps: integer().notNull(),
  silentAfterH: integer().notNull(),
  inhibitedAfterMin: integer().notNull(),
  overdueAfterDays: integer().notNull(),
  proDays: integer().notNull(),
  version: integer().notNull().default(1),
})
