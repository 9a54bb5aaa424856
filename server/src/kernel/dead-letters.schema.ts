import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytea } from './bytes-column.schema.ts'

/** Unreadable or unstorable raw messages of enrolled units. No foreign keys: they outlive their unit. */
export const deadLetterTable = pgTable(
  'dead_letter',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `logica_0A1B2C` */
    unit: text().notNull(),
    channel: text().notNull(),
    reason: text().notNull(),
    /** The error of the parser or the database. */
    error: text().notNull(),
    /** The message, or the head of an oversized one. */
    payload: bytea().notNull(),
    tries: integer().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('dead_letter_unit').on(table.unit, table.id)],
)
