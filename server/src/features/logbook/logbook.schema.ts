import { unitEntryKinds } from '@vigilux/contract/features/logbook/unit-entry.ts'
import type { ReportedRecord } from '@vigilux/device-plane/central-unit-type.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../../kernel/json-columns.schema.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

type PlantRecordEvent = Exclude<ReportedRecord, { testId: string }>

/**
 * Every record of a unit that a plant has enrolled, as it came: the source of the logbook. The key makes a record that is
 * sent twice one record. Rows are only ever added.
 */
export const unitRecordTable = pgTable(
  'unit_record',
  {
    unit: text().notNull(),
    /** Boot and number count within it; empty for records that came before lives were told apart. */
    life: text().notNull().default(''),
    boot: bigint({ mode: 'number' }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    kind: text().notNull(),
    /** As it came; whoever makes something of it parses it as the kind says. */
    body: trustedJson<unknown>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
    /** The unit's clock was wrong: `at` is the time of receipt, and `toldAt` what the unit said. */
    clockWrong: boolean().notNull().default(false),
    toldAt: text(),
    /** The plant in whose time the record was made, and its unit. */
    plantId: uuid(),
    centralUnitId: uuid(),
    /** The test that it speaks of. */
    testId: uuid(),
    /** What happened, for lists of recent events; null for what tests say, which are events of their own. Parsed as it came in. */
    event: trustedJson<PlantRecordEvent>(),
  },
  (table) => [
    primaryKey({ columns: [table.unit, table.life, table.boot, table.seq] }),
    index('unit_record_plant').on(table.plantId, table.at),
    index('unit_record_event').on(table.plantId, table.at).where(sql`event is not null`),
    index('unit_record_test').on(table.centralUnitId, table.testId).where(sql`test_id is not null`),
  ],
)

/** What the platform itself has to say in a plant's logbook. Rows are only ever added. */
export const plantEntryTable = pgTable(
  'plant_entry',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    kind: text({ enum: unitEntryKinds }).notNull(),
    /** The life of the unit that the entry is about. One is said once, however often it is seen. */
    life: text(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who did it; null where the platform noticed it by itself. */
    byName: text(),
  },
  (table) => [
    index('plant_entry_plant').on(table.plantId, table.at),
    index('plant_entry_unit').on(table.centralUnitId, table.at),
    uniqueIndex('plant_entry_once').on(table.centralUnitId, table.kind, table.life),
  ],
)
