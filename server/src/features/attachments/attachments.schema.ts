import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../../tables/plants.schema.ts'
import { fileTable } from '../files/files.schema.ts'

/** What a file is to the plant that it is attached to; what is known of the file itself is its row in `file`. */
export const attachmentTable = pgTable(
  'attachment',
  {
    fileId: uuid()
      .primaryKey()
      .references(() => fileTable.id),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    category: text().notNull(),
    /** Name of the person who attached it, as it was then. */
    addedBy: text().notNull(),
    /** `pending`, `ready` or `none`. */
    previewState: text().notNull(),
    previewId: uuid().references(() => fileTable.id),
  },
  (table) => [index('attachment_plant').on(table.plantId)],
)
