import { adminScopes } from '@vigilux/contract/kernel/permissions.ts'
import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from './pseudonymize-person.store.ts'

/**
 * Visits of office accounts to a plant, one row per person, plant and hour; append-only, deleted by age only. No
 * foreign keys: the access log outlives accounts and plants.
 */
export const officeVisitTable = pgTable(
  'plant_visit',
  {
    plantId: uuid().notNull(),
    userId: uuid().notNull(),
    /** Start of the hour, in UTC. */
    hour: timestamp({ withTimezone: true }).notNull(),
    /** First call in the hour. */
    at: timestamp({ withTimezone: true }).notNull(),
    /** Name at the time of the visit. */
    userName: text().notNull(),
    scope: text({ enum: adminScopes }),
  },
  (table) => [
    primaryKey({ columns: [table.plantId, table.userId, table.hour] }),
    index('plant_visit_plant').on(table.plantId, table.at),
    index('plant_visit_at').on(table.at),
  ],
)

/** Columns with names of persons as they were at the time. */
export const officeVisitNames: PersonNameColumn[] = [{ name: officeVisitTable.userName, of: officeVisitTable.userId }]
