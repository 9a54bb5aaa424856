import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
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
    /** The lamp that it is a photo of, by its unit and serial; null where it is a file of the plant. */
    centralUnitId: uuid().references(() => centralUnitTable.id),
    serial: text(),
    category: text().notNull(),
    /** Name of the person who attached it, as it was then. */
    addedBy: text().notNull(),
    /** `pending`, `ready` or `none`. */
    previewState: text().notNull(),
    previewId: uuid().references(() => fileTable.id),
  },
  (table) => [
    index('attachment_plant').on(table.plantId),
    index('attachment_lamp').on(table.centralUnitId, table.serial),
  ],
)

/** Where names of persons are kept as they were then. */
export const attachmentNames: PersonNameColumn[] = [{ name: attachmentTable.addedBy, plants: attachmentTable.plantId }]
