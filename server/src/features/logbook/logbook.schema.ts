import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
    /** The plant that had acquired the unit when the record came. */
    plantId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.unit, table.boot, table.seq] }),
    index('unit_record_plant').on(table.plantId, table.at.desc()),
  ],
)
