import { adminScopes } from '@vigilux/contract/kernel/permissions.ts'
import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from './pseudonymize-person.store.ts'

/**
 * The access log: that somebody of the office read a plant or wrote in it, once for each person, plant and hour. Rows are only ever added, and go
 * by their age alone. No foreign keys: it outlives what it speaks of.
 */
export const visitTable = pgTable(
  'plant_visit',
  {
    plantId: uuid().notNull(),
    userId: uuid().notNull(),
    /** The hour, in UTC. */
    hour: timestamp({ withTimezone: true }).notNull(),
    /** The first call in it. */
    at: timestamp({ withTimezone: true }).notNull(),
    /** Kept as it was then. */
    userName: text().notNull(),
    scope: text({ enum: adminScopes }),
  },
  (table) => [
    primaryKey({ columns: [table.plantId, table.userId, table.hour] }),
    index('plant_visit_plant').on(table.plantId, table.at),
    index('plant_visit_at').on(table.at),
  ],
)

/** Where names of persons are kept as they were then. */
export const adminAccessNames: PersonNameColumn[] = [{ name: visitTable.userName, of: visitTable.userId }]
