import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** The records of one start of a unit, numbered from 0 without gaps. */
export const recordRunTable = pgTable(
  'unit_record_run',
  {
    unit: text().notNull(),
    life: text().notNull(),
    boot: bigint({ mode: 'number' }).notNull(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    /** Each number below this one is stored, or recorded as missing. */
    checkedTo: bigint({ mode: 'number' }).notNull().default(0),
    /** When to check it: records arrived since the last check. */
    dueAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.unit, table.life, table.boot] }),
    index('unit_record_run_due').on(table.dueAt).where(sql`due_at is not null`),
    index('unit_record_run_plant').on(table.plantId),
    index('unit_record_run_unit').on(table.centralUnitId),
  ],
)

/** Records reported as missing by the logbook: numbers between the first and the last. */
export const recordGapTable = pgTable(
  'unit_record_gap',
  {
    unit: text().notNull(),
    life: text().notNull(),
    boot: bigint({ mode: 'number' }).notNull(),
    first: bigint({ mode: 'number' }).notNull(),
    last: bigint({ mode: 'number' }).notNull(),
    missing: bigint({ mode: 'number' }).notNull(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    /** When the last of them had arrived after all. */
    recoveredAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.unit, table.life, table.boot, table.first] }),
    index('unit_record_gap_plant').on(table.plantId),
    index('unit_record_gap_unit').on(table.centralUnitId),
  ],
)
