import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Every record that a unit ever sent, as it came: the source of the logbook. The key makes a record that is sent twice
 * one record. Rows are only ever added.
 */
export const unitRecordTable = pgTable(
  'unit_record',
  {
    unit: text().notNull(),
    boot: bigint({ mode: 'number' }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    kind: text().notNull(),
    body: jsonb().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
    /** The unit's clock was wrong: `at` is the time of receipt, and `toldAt` what the unit said. */
    clockWrong: boolean().notNull().default(false),
    toldAt: text(),
    /** The plant that had acquired the unit when the record came. */
    plantId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.unit, table.boot, table.seq] }),
    index('unit_record_plant').on(table.plantId, table.at.desc()),
  ],
)
