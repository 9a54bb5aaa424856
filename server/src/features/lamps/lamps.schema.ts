import type { LampError, LampMode } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampFunctions, lampTypes } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { bigint, index, integer, pgTable, primaryKey, real, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../../kernel/json-columns.schema.ts'
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
    type: text({ enum: lampTypes }).notNull(),
    function: text({ enum: lampFunctions }),
    mode: text().$type<LampMode>(),
    errors: text().array().$type<LampError[]>().notNull(),
    condition: text({ enum: conditions }).notNull(),
    conditionSince: timestamp({ withTimezone: true }).notNull(),
    battery: real(),
    dimming: real(),
    groups: integer().array().notNull(),
    parity: text({ enum: ['even', 'odd'] }),
    ratedMin: integer(),
    productCode: text(),
    softwareVersion: text(),
    /** What it last told beyond its state; null until it did. Parsed as it came in: a list reads a thousand of them. */
    detail: trustedJson<LampDetail>(),
    boot: bigint({ mode: 'number' }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    reportedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.addr] })],
)

/** The addresses that a unit last said to have lamps: what it reported before of others is void, whenever that comes in. */
export const lampListTable = pgTable('lamp_list', {
  centralUnitId: uuid()
    .primaryKey()
    .references(() => centralUnitTable.id),
  addrs: integer().array().notNull(),
  boot: bigint({ mode: 'number' }).notNull(),
  seq: bigint({ mode: 'number' }).notNull(),
})

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
