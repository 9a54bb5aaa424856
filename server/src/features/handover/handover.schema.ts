import {
  checklistAnswers,
  checklistItems,
  handoverKinds,
  handoverSides,
  installed,
} from '@vigilux/contract/features/handover/handover.ts'
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/**
 * Verifications of plants. A plant has one open verification at a time; once both sides have signed, it is never
 * changed.
 */
export const handoverTable = pgTable(
  'handover',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    no: integer().notNull(),
    kind: text({ enum: handoverKinds }).notNull(),
    version: integer().notNull().default(1),
    remarks: text().notNull().default(''),
    /** The installation at the first signature; null before. */
    installed: parsedJson(installed)(),
    begunAt: timestamp({ withTimezone: true }).notNull(),
    begunByName: text().notNull(),
    /** When the second side signed. */
    signedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('handover_no').on(table.plantId, table.no),
    uniqueIndex('handover_open').on(table.plantId).where(sql`signed_at is null`),
  ],
)

const handoverReference = () =>
  uuid()
    .notNull()
    .references(() => handoverTable.id, { onDelete: 'cascade' })

export const handoverAnswerTable = pgTable(
  'handover_answer',
  {
    handoverId: handoverReference(),
    item: text({ enum: checklistItems }).notNull(),
    answer: text({ enum: checklistAnswers }).notNull(),
    note: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.handoverId, table.item] })],
)

/** Light measurements, point by point in the order of entry. */
export const handoverMeasurementTable = pgTable(
  'handover_measurement',
  {
    handoverId: handoverReference(),
    position: integer().notNull(),
    point: text().notNull(),
    lux: doublePrecision().notNull(),
    requiredLux: doublePrecision().notNull(),
    instrument: text().notNull(),
    on: date('measured_on', { mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.handoverId, table.position] }),
    check('handover_measurement_lux', sql`lux >= 0 and lux < 'infinity' and required_lux > 0`),
    check('handover_measurement_said', sql`instrument <> '' and point <> ''`),
  ],
)

/** Signatures by side, with the name at the moment. One per side, and no account for both. */
export const handoverSignatureTable = pgTable(
  'handover_signature',
  {
    handoverId: handoverReference(),
    side: text({ enum: handoverSides }).notNull(),
    userId: uuid().notNull(),
    name: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    digest: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.handoverId, table.side] }),
    uniqueIndex('handover_signature_person').on(table.handoverId, table.userId),
  ],
)

/** Columns with names of persons as they were at the time. */
export const handoverNames: PersonNameColumn[] = [
  { name: handoverTable.begunByName, plants: handoverTable.plantId },
  { name: handoverSignatureTable.name, of: handoverSignatureTable.userId },
]
