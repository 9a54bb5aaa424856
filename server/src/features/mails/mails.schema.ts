import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import type { MailRequest } from '../../ports/mail.ts'

/**
 * Every mail is saved as a row and sent after COMMIT. Its values are wiped once it is sent, because they may contain a
 * code. Partitioned by month of `createdAt`.
 */
export const mailTable = pgTable(
  'mail',
  {
    id: uuid().notNull().defaultRandom(),
    to: text().notNull(),
    language: text({ enum: languages }).notNull(),
    template: text().$type<MailRequest['template']>().notNull(),
    values: parsedJson(z.record(z.string(), z.string()))().notNull(),
    /** The attached file. */
    attachment: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
    /** Failed attempts; the mail server's last answer is stored without addresses. */
    tries: integer().notNull().default(0),
    answer: text(),
    /** When the mail was given up: refused for good, or too old to retry. */
    givenUpAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('mail_unsent').on(table.createdAt).where(sql`sent_at is null`),
  ],
)
