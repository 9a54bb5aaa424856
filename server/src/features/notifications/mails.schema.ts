import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import type { MailRequest } from '../../ports/mail.ts'

/**
 * Every mail is a row first, and leaves after COMMIT. Values are wiped once it is sent: a code must not lie about. In parts of a
 * month by `createdAt`.
 */
export const mailTable = pgTable(
  'mail',
  {
    id: uuid().notNull().defaultRandom(),
    to: text().notNull(),
    language: text({ enum: languages }).notNull(),
    template: text().$type<MailRequest['template']>().notNull(),
    values: parsedJson(z.record(z.string(), z.string()))().notNull(),
    /** The file that goes with it. */
    attachment: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
    /** How often it was tried in vain, and what the mail server last answered, without addresses. */
    tries: integer().notNull().default(0),
    answer: text(),
    /** When it was given up: refused for good, or too old to be tried again. */
    givenUpAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('mail_unsent').on(table.createdAt).where(sql`sent_at is null`),
  ],
)
