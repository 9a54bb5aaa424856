import { integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/**
 * Refusals to callers without access, for the platform's office: one row per caller, action and refusal in a minute;
 * also changes of office accounts by the operator's command. Belongs to no plant, so a non-member writes nothing into a
 * plant's audit. Partitioned by month on `at`.
 */
export const securityEventTable = pgTable(
  'security_event',
  {
    id: uuid().notNull().defaultRandom(),
    /** Minute of the refusal. */
    at: timestamp({ withTimezone: true }).notNull(),
    /** Refusal code, or the kind of change. */
    kind: text().notNull(),
    /** Empty if nobody was signed in. The changed account, if the operator changed one. */
    userId: text().notNull(),
    /** Address of the caller; an IPv6 address by its first 64 bits. `operator` for a command. */
    address: text().notNull(),
    action: text().notNull(),
    /** The first requested plant, whether or not it exists. */
    plantId: uuid(),
    /** Count within the minute. */
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.at] }),
    // The first column also orders the rows by time.
    uniqueIndex('security_event_once').on(table.at, table.kind, table.userId, table.address, table.action),
  ],
)
