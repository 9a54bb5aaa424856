import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Inspector's pages: anyone with the secret can read one until it ends. */
export const inspectorLinkTable = pgTable(
  'inspector_link',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** SHA-256 of the secret in the address; the secret itself is not stored. */
    secretHash: text().notNull().unique(),
    madeBy: uuid().notNull(),
    madeByName: text().notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    revokedAt: timestamp({ withTimezone: true }),
    revokedByName: text(),
    visits: integer().notNull().default(0),
  },
  (table) => [
    index('inspector_link_plant').on(table.plantId, table.madeAt),
    index('inspector_link_expires').on(table.expiresAt),
  ],
)

/** When an inspector's page was opened. */
export const inspectorVisitTable = pgTable(
  'inspector_visit',
  {
    id: uuid().primaryKey().defaultRandom(),
    linkId: uuid()
      .notNull()
      .references(() => inspectorLinkTable.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('inspector_visit_link').on(table.linkId, table.at)],
)

/** Columns with names of persons as they were at the time. */
export const complianceNames: PersonNameColumn[] = [
  { name: inspectorLinkTable.madeByName, of: inspectorLinkTable.madeBy },
  { name: inspectorLinkTable.revokedByName, plants: inspectorLinkTable.plantId },
]
