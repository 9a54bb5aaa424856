import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Addresses under which calendar programs fetch the next tests. */
export const calendarFeedTable = pgTable(
  'calendar_feed',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    /** Null: all plants of the person at the time of the fetch. */
    plantId: uuid().references(() => plantTable.id),
    name: text().notNull(),
    /** SHA-256 of the secret in the address; the secret itself is stored nowhere. */
    secretHash: text().notNull().unique(),
    madeAt: timestamp({ withTimezone: true }).notNull(),
    fetchedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('calendar_feed_user').on(table.userId)],
)
