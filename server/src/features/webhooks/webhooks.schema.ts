import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { webhookCallKinds, webhookCallStates, webhookFailures } from '@vigilux/contract/features/webhooks/webhook.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** An address that a plant's administrators want to be called when something happens. */
export const webhookTable = pgTable('webhook', {
  id: uuid().primaryKey(),
  plantId: uuid()
    .notNull()
    .references(() => plantTable.id),
  address: text().notNull(),
  kinds: text({ enum: noticeKinds }).array().notNull(),
  on: boolean().notNull(),
  /** With what calls are signed, closed by the server's key. */
  closedSecret: text().notNull(),
  /** Secrets before it that sign beside it for a day, newest first. */
  earlierSecrets: parsedJson(z.array(z.object({ closed: z.string(), until: z.string() })))()
    .notNull()
    .default([]),
  madeBy: uuid().notNull(),
  madeAt: timestamp({ withTimezone: true }).notNull(),
  /** When its receiver said that it is gone. */
  goneAt: timestamp({ withTimezone: true }),
  version: integer().notNull().default(1),
  /** Calls in a row that it did not take. */
  failures: integer().notNull().default(0),
  /** Who is calling it, and until when: nobody else does meanwhile, and anybody may after. */
  sender: uuid(),
  sendingUntil: timestamp({ withTimezone: true }),
  /** When it was last its turn. */
  turnAt: timestamp({ withTimezone: true }),
})

/** One call of a receiver. The body is wiped once nobody can send it any more. */
export const webhookCallTable = pgTable(
  'webhook_call',
  {
    id: uuid().primaryKey(),
    webhookId: uuid()
      .notNull()
      .references(() => webhookTable.id, { onDelete: 'cascade' }),
    kind: text({ enum: webhookCallKinds }).notNull(),
    /** The first of the causes that it tells of: no webhook is told of one twice. A test has none. */
    causeId: uuid(),
    causes: integer().notNull(),
    body: text(),
    at: timestamp({ withTimezone: true }).notNull(),
    state: text({ enum: webhookCallStates }).notNull().default('waiting'),
    stateAt: timestamp({ withTimezone: true }).notNull(),
    /** When it is to be tried next. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    tries: integer().notNull().default(0),
    failure: text({ enum: webhookFailures }),
    answer: text(),
  },
  (table) => [
    uniqueIndex('webhook_call_of_cause').on(table.webhookId, table.causeId),
    index('webhook_call_list').on(table.webhookId, table.at),
    index('webhook_call_due').on(table.webhookId, table.dueAt).where(sql`state = 'waiting'`),
    index('webhook_call_at').on(table.at),
  ],
)
