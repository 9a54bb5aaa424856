import { exportStates } from '@vigilux/contract/features/plant-archive/plant-export.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../../tables/plants.schema.ts'
import { fileTable } from '../files/files.schema.ts'

/** A requested export of a whole plant. */
export const plantExportTable = pgTable(
  'plant_export',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    state: text({ enum: exportStates }).notNull(),
    /** Rows and files written so far, and all of them. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }),
    fileId: uuid().references(() => fileTable.id),
    requestedBy: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('plant_export_plant').on(table.plantId, table.requestedAt),
    index('plant_export_file').on(table.fileId).where(sql`file_id is not null`),
  ],
)
