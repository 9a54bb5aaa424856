import { integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/**
 * What was refused to people whose business it is not, for the platform's office: one row for each caller, action and
 * refusal in a minute. It belongs to no plant, so a stranger writes nothing into the audit of one. In parts of a month by `at`.
 */
export const securityEventTable = pgTable(
  'security_event',
  {
    id: uuid().notNull().defaultRandom(),
    /** The minute in which it was refused. */
    at: timestamp({ withTimezone: true }).notNull(),
    /** The code of the refusal. */
    kind: text().notNull(),
    /** Empty where nobody was signed in. */
    userId: text().notNull(),
    /** Where it came from; an IPv6 address by its first 64 bits. */
    address: text().notNull(),
    action: text().notNull(),
    /** The plant that was asked for first, whether or not there is one. */
    plantId: uuid(),
    /** How many times in that minute. */
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.at] }),
    // Its first column also orders them by time.
    uniqueIndex('security_event_once').on(table.at, table.kind, table.userId, table.address, table.action),
  ],
)
