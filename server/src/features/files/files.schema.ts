import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../../tables/plants.schema.ts'

/** What is known of a file; its content is in the file storage under the same id. */
export const fileTable = pgTable(
  'file',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** The noun that it belongs to, as in `report`. */
    ownerKind: text().notNull(),
    name: text().notNull(),
    /** As its content says, whatever its name or its sender said. */
    type: text().notNull(),
    /** While it is being stored: the most that it may have. */
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text(),
    /** `storing`, `stored`, `removed`, or what was found when it was last looked for: `missing`, `damaged`. */
    state: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    createdBy: text().notNull(),
    /** When it is removed; never where there is none. */
    expiresAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('file_plant').on(table.plantId)],
)
