import { index, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userTable } from '../../tables/accounts.schema.ts'

/** The weekly mail of a person with weekly notices: one row, locked by the node that writes the mail. */
export const weekMailTable = pgTable(
  'week_mail',
  {
    userId: uuid()
      .primaryKey()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** The last mail; null before the first. */
    mailedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('week_mail_due').on(table.dueAt)],
)
