import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * One line per write and per refusal. Rows are only ever added. No foreign keys: the audit outlives what it speaks of. In parts of
 * a month by `at`.
 */
export const auditTable = pgTable(
  'audit',
  {
    id: uuid().notNull().defaultRandom(),
    at: timestamp({ withTimezone: true }).notNull(),
    userId: text(),
    /** Kept as it was then. */
    userName: text().notNull(),
    plantId: uuid(),
    action: text().notNull(),
    /** `ok`, or the code of the refusal. */
    result: text().notNull(),
    requestId: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.at] }), index('audit_plant_at').on(table.plantId, table.at)],
)
