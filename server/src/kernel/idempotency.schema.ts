import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from './json-columns.schema.ts'

/**
 * Writes with an idempotency key, and their answers. The row is written in the transaction of its write, so it exists
 * exactly if the write was stored.
 */
export const idempotentCallTable = pgTable(
  'idempotent_call',
  {
    accountId: uuid().notNull(),
    action: text().notNull(),
    key: text().notNull(),
    payloadHash: text().notNull(),
    /** Null until the transaction ends; secrets in it are null. */
    output: trustedJson<unknown>(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.action, table.key] }),
    index('idempotent_call_at').on(table.at),
  ],
)
