import { type LampTextRow, revisionKinds } from '@vigilux/contract/features/lamp-texts/lamp-text.ts'
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Texts of lamps that were written at once, for as long as that can be undone. */
export const lampTextRevisionTable = pgTable(
  'lamp_text_revision',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** Under which it was asked for: what is sent once more writes nothing. */
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

/** What a lamp's texts were and became in a revision; bound to the serial, as the texts are. */
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

/** Rows that wait for the rest of their revision. */
export const lampTextPartTable = pgTable(
  'lamp_text_part',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid().notNull(),
    workId: uuid().notNull(),
    part: integer().notNull(),
    /** Parsed as they came in. */
    rows: trustedJson<LampTextRow[]>().notNull(),
    count: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.plantId, table.userId, table.workId, table.part] }),
    index('lamp_text_part_at').on(table.at),
  ],
)

/** Where names of persons are kept as they were then. */
export const lampTextNames: PersonNameColumn[] = [
  { name: lampTextRevisionTable.byName, plants: lampTextRevisionTable.plantId },
  { name: lampTextRevisionTable.undoneBy, plants: lampTextRevisionTable.plantId },
]
