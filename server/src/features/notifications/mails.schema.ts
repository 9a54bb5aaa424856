import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Every mail is a row first, and leaves after COMMIT. Values are wiped once it is sent: a code must not lie about. */
export const mailTable = pgTable(
  'mail',
  {
    id: uuid().primaryKey().defaultRandom(),
    to: text().notNull(),
    language: text().notNull(),
    template: text().notNull(),
    values: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('mail_unsent').on(table.createdAt).where(sql`sent_at is null`)],
)
