import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../../tables/plants.schema.ts'

/** Metadata of a file; its content is in the file storage under the same id. */
export const fileTable = pgTable(
  'file',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** Kind of its owner, such as `report`. */
    ownerKind: text().notNull(),
    name: text().notNull(),
    /** Type detected from the content, whatever its name or sender said. */
    type: text().notNull(),
    /** While the file is being stored: its maximum size. */
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text(),
    /** `storing`, `stored`, `removed`, or the result of the last check: `missing`, `damaged`. */
    state: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    createdBy: text().notNull(),
    /** When it is removed; null for never. */
    expiresAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('file_plant').on(table.plantId)],
)
