import { testKinds, testReasons } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LampError, LampMode } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampFunctions, lampTypes } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, real, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from './central-units.schema.ts'

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
    modeSince: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Faults that its unit reports, and those that the platform has found. */
    reported: text().array().$type<LampError[]>().notNull().default([]),
    found: text().array().$type<LampError[]>().notNull().default([]),
    /** Both together, by `listOpenFaults`. */
    errors: text().array().$type<LampError[]>().notNull(),
    /** Since when there have been faults other than failed tests; null where there are none. */
    faultsSince: timestamp({ withTimezone: true }),
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
    /** Number of the message that told it. */
    detailBoot: bigint({ mode: 'number' }).notNull().default(-1),
    detailSeq: bigint({ mode: 'number' }).notNull().default(-1),
    /** When its UV tube goes out by itself; null while it is dark. Kept here, so that every browser counts the same. */
    uvEndsAt: timestamp({ withTimezone: true }),
    boot: bigint({ mode: 'number' }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    reportedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.addr] }), index('lamp_serial').on(table.serial)],
)

/**
 * Failed tests that are open, one per lamp and kind, by `failedTestOf`. It follows the lamp by its serial; of a lamp that
 * was replaced it stays at the place.
 */
export const failedTestTable = pgTable(
  'failed_test',
  {
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    addr: integer().notNull(),
    kind: text({ enum: testKinds }).notNull(),
    serial: text().notNull(),
    testId: uuid().notNull(),
    /** The first failure since the last passed test. */
    since: timestamp({ withTimezone: true }).notNull(),
    /** The last failure, and what it found. */
    at: timestamp({ withTimezone: true }).notNull(),
    reason: text({ enum: testReasons }),
    measuredS: integer(),
    ratedMin: integer(),
    ofFormerLamp: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.addr, table.kind] })],
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
    notes: text().notNull().default(''),
    /** Who wrote the notes, as they were called then, and when. */
    notesBy: text(),
    notesAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.serial] }), index('lamp_note_serial').on(table.serial)],
)

/**
 * What became of a lamp, one row per change of its condition, its faults or its serial; never one per report. In parts of a month by
 * `at`. No foreign key: a part that is added would hold up everybody who writes of units.
 */
export const lampChangeTable = pgTable(
  'lamp_change',
  {
    centralUnitId: uuid().notNull(),
    addr: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    serial: text().notNull(),
    mode: text().$type<LampMode>(),
    errors: text().array().$type<LampError[]>().notNull(),
    condition: text({ enum: conditions }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.addr, table.at] })],
)

/** The product that a person said a lamp is: bound to the serial, it stands before what the lamp reports. */
export const lampProductTable = pgTable(
  'lamp_product',
  {
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    serial: text().notNull(),
    productCode: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.serial] })],
)

/** The condition under which a product was said of the lamp that is joined with it. */
export const isProductOfLamp = and(
  eq(lampProductTable.centralUnitId, lampTable.centralUnitId),
  eq(lampProductTable.serial, lampTable.serial),
)

/** A lamp as it stands: what a person said it is goes before what it reports. For SQL that joins `lamp_product`. */
export const lampColumns = {
  ...getTableColumns(lampTable),
  productCode: sql<string | null>`coalesce(${lampProductTable.productCode}, ${lampTable.productCode})`,
}

/** The condition under which a note is about the lamp that is joined with it. */
export const isNoteOfLamp = and(
  eq(lampNoteTable.centralUnitId, lampTable.centralUnitId),
  eq(lampNoteTable.serial, lampTable.serial),
)

/** Where names of persons are kept as they were then. */
export const lampNames: PersonNameColumn[] = [
  {
    name: lampNoteTable.notesBy,
    plants: (ids) =>
      sql`${lampNoteTable.centralUnitId} in (select ${centralUnitTable.id} from ${centralUnitTable} where ${centralUnitTable.plantId} = ${ids})`,
  },
]
