import { type LampTextRow, revisionKinds } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Revisions: texts of lamps written at once, stored for as long as undo is possible. */
export const lampTextRevisionTable = pgTable(
  'lamp_text_revision',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** Idempotency key of the revision: a repeated request writes nothing. */
    workId: uuid().notNull(),
    kind: text({ enum: revisionKinds }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    byName: text().notNull(),
    lamps: integer().notNull(),
    undoneAt: timestamp({ withTimezone: true }),
    undoneBy: text(),
  },
  (table) => [
    uniqueIndex('lamp_text_revision_key').on(table.plantId, table.workId),
    index('lamp_text_revision_at').on(table.at),
  ],
)

/** A lamp's texts before and after a revision; bound to the serial, like the texts. */
export const lampTextChangeTable = pgTable(
  'lamp_text_change',
  {
    revisionId: uuid()
      .notNull()
      .references(() => lampTextRevisionTable.id, { onDelete: 'cascade' }),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    serial: text().notNull(),
    addr: integer().notNull(),
    oldDescription: text().notNull(),
    oldLocation: text().notNull(),
    description: text().notNull(),
    location: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.revisionId, table.centralUnitId, table.serial] })],
)

/** Rows waiting for the rest of their revision. */
export const lampTextPartTable = pgTable(
  'lamp_text_part',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid().notNull(),
    workId: uuid().notNull(),
    part: integer().notNull(),
    /** Parsed on arrival. */
    rows: trustedJson<LampTextRow[]>().notNull(),
    count: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.plantId, table.userId, table.workId, table.part] }),
    index('lamp_text_part_at').on(table.at),
  ],
)

/** Columns with names of persons as they were at the time. */
export const lampTextNames: PersonNameColumn[] = [
  { name: lampTextRevisionTable.byName, plants: lampTextRevisionTable.plantId },
  { name: lampTextRevisionTable.undoneBy, plants: lampTextRevisionTable.plantId },
]
