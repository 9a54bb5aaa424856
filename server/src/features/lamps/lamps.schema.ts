import type { LampError, LampMode } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { bigint, index, integer, jsonb, pgTable, primaryKey, real, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { centralUnitTable } from '../central-units/central-units.schema.ts'

/** What a unit last reported of each lamp: last writer wins by (boot, seq). */
export const lampTable = pgTable(
  'lamp',
  {
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    addr: integer().notNull(),
    serial: text().notNull(),
    type: text().notNull(),
    function: text(),
    mode: text().$type<LampMode>(),
    errors: text().array().$type<LampError[]>().notNull(),
    condition: text().notNull(),
    conditionSince: timestamp({ withTimezone: true }).notNull(),
    battery: real(),
    dimming: real(),
    groups: integer().array().notNull(),
    parity: text(),
    ratedMin: integer(),
    productCode: text(),
    softwareVersion: text(),
    /** What it last told beyond its state; null until it did. */
    detail: jsonb().$type<LampDetail>(),
    boot: bigint({ mode: 'number' }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    reportedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.addr] })],
)

/** What people wrote of a lamp: bound to the serial, so it survives a new search of the list. */
export const lampNoteTable = pgTable(
  'lamp_note',
  {
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    serial: text().notNull(),
    description: text().notNull(),
    location: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.serial] }), index('lamp_note_serial').on(table.serial)],
)
