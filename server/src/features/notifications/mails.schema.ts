import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Every mail is a row first, and leaves after COMMIT. Values are wiped once it is sent: a code must not lie about. In parts of a
 * month by `createdAt`.
 */
export const mailTable = pgTable(
  'mail',
  {
    id: uuid().notNull().defaultRandom(),
    to: text().notNull(),
    language: text().notNull(),
    template: text().notNull(),
    values: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('mail_unsent').on(table.createdAt).where(sql`sent_at is null`),
  ],
)
