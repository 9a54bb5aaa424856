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

/** Last reported state of each lamp: last writer wins by (boot, seq). */
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
    /** Faults reported by the unit, and findings of the platform. */
    reported: text().array().$type<LampError[]>().notNull().default([]),
    found: text().array().$type<LampError[]>().notNull().default([]),
    /** Both together, merged by `listOpenFaults`. */
    errors: text().array().$type<LampError[]>().notNull(),
    /** Since when there have been faults other than failed tests; null without such faults. */
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
    /** Last reported detail; null before the first. Parsed on arrival, because a list reads a thousand of them. */
    detail: trustedJson<LampDetail>(),
    /** Number of the message with this detail. */
    detailBoot: bigint({ mode: 'number' }).notNull().default(-1),
    detailSeq: bigint({ mode: 'number' }).notNull().default(-1),
    /** When its UV tube switches off automatically; null while it is off. Stored, so all browsers count down alike. */
    uvEndsAt: timestamp({ withTimezone: true }),
    boot: bigint({ mode: 'number' }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    reportedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.centralUnitId, table.addr] }),
    index('lamp_serial').on(table.serial),
    index('lamp_faulty').on(table.centralUnitId).where(sql`errors <> '{}'`),
    // Finds whether a unit has emergency lamps without reading its lamps: for the plants of an estate, half the time.
    index('lamp_emergency').on(table.centralUnitId).where(sql`type = 'emergency'`),
  ],
)

/**
 * Open failed tests, one per lamp and kind, by `failedTestOf`. The row follows the lamp by its serial; for a replaced
 * lamp it stays at the address.
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
    /** The last failure, and its result. */
    at: timestamp({ withTimezone: true }).notNull(),
    reason: text({ enum: testReasons }),
    measuredS: integer(),
    ratedMin: integer(),
    ofFormerLamp: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.addr, table.kind] })],
)

/** The lamp addresses last listed by a unit: earlier reports of other addresses are void, whenever they arrive. */
export const lampListTable = pgTable('lamp_list', {
  centralUnitId: uuid()
    .primaryKey()
    .references(() => centralUnitTable.id),
  addrs: integer().array().notNull(),
  boot: bigint({ mode: 'number' }).notNull(),
  seq: bigint({ mode: 'number' }).notNull(),
})

/** Notes on a lamp, bound to the serial to survive a new network creation. */
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
    /** Author of the notes, under the name at the time. */
    notesBy: text(),
    notesAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.serial] }), index('lamp_note_serial').on(table.serial)],
)

/**
 * Changes of a lamp's condition, faults or serial: one row per change, never per report. Partitioned by month on `at`,
 * without a foreign key: adding a partition would block every writer of units.
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

/** Product assigned by a person, bound to the serial; it overrides the lamp's report. */
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

/** Join condition between an assigned product and its lamp. */
export const isProductOfLamp = and(
  eq(lampProductTable.centralUnitId, lampTable.centralUnitId),
  eq(lampProductTable.serial, lampTable.serial),
)

/** Columns of a lamp with assigned products before reported ones. For SQL with a join of `lamp_product`. */
export const lampColumns = {
  ...getTableColumns(lampTable),
  productCode: sql<string | null>`coalesce(${lampProductTable.productCode}, ${lampTable.productCode})`,
}

/** Join condition between a note and its lamp. */
export const isNoteOfLamp = and(
  eq(lampNoteTable.centralUnitId, lampTable.centralUnitId),
  eq(lampNoteTable.serial, lampTable.serial),
)

/** Columns with names of persons as they were at the time. */
export const lampNames: PersonNameColumn[] = [
  {
    name: lampNoteTable.notesBy,
    plants: (ids) =>
      sql`${lampNoteTable.centralUnitId} in (select ${centralUnitTable.id} from ${centralUnitTable} where ${centralUnitTable.plantId} = ${ids})`,
  },
]
