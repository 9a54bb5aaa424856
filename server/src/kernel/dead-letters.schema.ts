import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytea } from './bytes-column.schema.ts'

/** Messages of enrolled units that could not be read or stored, as they came. No foreign keys: they outlive their unit. */
export const deadLetterTable = pgTable(
  'dead_letter',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `logica_0A1B2C` */
    unit: text().notNull(),
    channel: text().notNull(),
    reason: text().notNull(),
    /** What the parser or the database said. */
    error: text().notNull(),
    /** The message; of one that is too large, its head. */
    payload: bytea().notNull(),
    tries: integer().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('dead_letter_unit').on(table.unit, table.id)],
)
