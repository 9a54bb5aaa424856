import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { webhookCallKinds, webhookCallStates, webhookFailures } from '@vigilux/contract/features/webhooks/webhook.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** An address to call on notices, set by a plant's administrators. */
export const webhookTable = pgTable('webhook', {
  id: uuid().primaryKey(),
  plantId: uuid()
    .notNull()
    .references(() => plantTable.id),
  address: text().notNull(),
  kinds: text({ enum: noticeKinds }).array().notNull(),
  on: boolean().notNull(),
  /** The signing secret, encrypted under the server's key. */
  closedSecret: text().notNull(),
  /** Previous secrets, newest first; they also sign for one more day. */
  earlierSecrets: parsedJson(z.array(z.object({ closed: z.string(), until: z.string() })))()
    .notNull()
    .default([]),
  madeBy: uuid().notNull(),
  madeAt: timestamp({ withTimezone: true }).notNull(),
  /** When its receiver answered 410 Gone. */
  goneAt: timestamp({ withTimezone: true }),
  version: integer().notNull().default(1),
  /** Consecutive failed calls. */
  failures: integer().notNull().default(0),
  /** The node with the lease, and until when. */
  sender: uuid(),
  sendingUntil: timestamp({ withTimezone: true }),
  /** When it last had its turn. */
  turnAt: timestamp({ withTimezone: true }),
})

/** One call of a receiver. The body is wiped once it cannot be sent any more. */
export const webhookCallTable = pgTable(
  'webhook_call',
  {
    id: uuid().primaryKey(),
    webhookId: uuid()
      .notNull()
      .references(() => webhookTable.id, { onDelete: 'cascade' }),
    kind: text({ enum: webhookCallKinds }).notNull(),
    /** The first of its causes: one call per webhook and cause. Null for a test. */
    causeId: uuid(),
    causes: integer().notNull(),
    body: text(),
    at: timestamp({ withTimezone: true }).notNull(),
    state: text({ enum: webhookCallStates }).notNull().default('waiting'),
    stateAt: timestamp({ withTimezone: true }).notNull(),
    /** When the next try is due. */
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
