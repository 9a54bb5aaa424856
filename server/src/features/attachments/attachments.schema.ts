import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { fileTable } from '../files/files.schema.ts'

/** Role of a file in its plant; data of the file itself is in `file`. */
export const attachmentTable = pgTable(
  'attachment',
  {
    fileId: uuid()
      .primaryKey()
      .references(() => fileTable.id),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** The lamp of a photo, by unit and serial; null for a file of the plant. */
    centralUnitId: uuid().references(() => centralUnitTable.id),
    serial: text(),
    category: text().notNull(),
    /** Name of the person who attached it, as it was at the time. */
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

/** Columns with names of persons as they were at the time. */
export const attachmentNames: PersonNameColumn[] = [{ name: attachmentTable.addedBy, plants: attachmentTable.plantId }]
