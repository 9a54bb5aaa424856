import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import { sessionTable, userTable } from '../../tables/accounts.schema.ts'

/** A browser for showing notices to its signed-in person. It is deleted with the session, however it ends. */
export const pushDeviceTable = pgTable(
  'push_device',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    sessionId: uuid()
      .notNull()
      .unique()
      .references(() => sessionTable.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    addedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('push_device_user').on(table.userId, table.addedAt)],
)

const pushText = z.object({ title: z.string(), body: z.string(), path: z.string(), language: z.string() })

/** Notices on their way to one browser. The text is wiped once the push is sent or given up. */
export const pushMessageTable = pgTable(
  'push_message',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Shared by the pushes to all of the person's browsers. */
    batchId: uuid().notNull(),
    /** No foreign key: the outcome stays after the browser has signed out. */
    deviceId: uuid().notNull(),
    text: parsedJson(pushText)(),
    isUrgent: boolean().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
    givenUpAt: timestamp({ withTimezone: true }),
    tries: integer().notNull().default(0),
    answer: text(),
  },
  (table) => [index('push_message_batch').on(table.batchId), index('push_message_at').on(table.at)],
)
