import { entryKinds, entryResults } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import type { ReportedRecord } from '@vigilux/device-plane/central-unit-type.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
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
    /** Boot and number count within it. */
    life: text().notNull().default(''),
    boot: bigint({ mode: 'number' }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    kind: text().notNull(),
    /** As it came; whoever makes something of it parses it as the kind says. */
    body: trustedJson<unknown>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
    /** The unit's clock was wrong: `at` is the time of receipt or one without a zone read as UTC, `toldAt` what the unit said. */
    clockWrong: boolean().notNull().default(false),
    toldAt: text(),
    /** The plant in whose time the record was made, and its unit. */
    plantId: uuid().references(() => plantTable.id),
    centralUnitId: uuid().references(() => centralUnitTable.id),
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

/**
 * The logbook: one row per entry, numbered from 1 in each plant and sealed by a hash over itself and the one before. Numbers are left
 * out by an entry of the kind `restored` alone. Rows are only ever added; a trigger refuses anything else. The form of the hash: docs/protocol/logbook-export.md
 */
export const logbookEntryTable = pgTable(
  'logbook_entry',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    kind: text({ enum: entryKinds }).notNull(),
    /** When it happened. */
    at: timestamp({ withTimezone: true }).notNull(),
    centralUnitId: uuid().references(() => centralUnitTable.id),
    /** Topic of the unit, which stays when the unit has gone. */
    unit: text(),
    lamp: integer(),
    lampSerial: text(),
    testId: uuid(),
    /** As it was sealed; whoever reads it parses it as the kind says. */
    facts: trustedJson<unknown>().notNull(),
    clockWrong: boolean().notNull().default(false),
    /** Names what the entry tells of, so that it is told once; null for what people write. */
    once: text(),
    result: text({ enum: entryResults }),
    no: integer().notNull(),
    id: uuid().notNull().unique(),
    /** When it was written down. */
    recordedAt: timestamp({ withTimezone: true }).notNull(),
    /** The number of the entry that it corrects. */
    corrects: integer(),
    /** The number of the entry that it is about. */
    about: integer(),
    /** The reference of the person who wrote it or had it done; null for units and the platform. */
    by: uuid(),
    text: text().notNull().default(''),
    hash: text().notNull(),
    /** Lower-case text by which it is found; holds no person's name. */
    search: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.plantId, table.no] }),
    index('logbook_entry_at').on(table.plantId, table.at),
    index('logbook_entry_unit').on(table.plantId, table.unit, table.no),
    index('logbook_entry_kind').on(table.plantId, table.kind, table.no),
    index('logbook_entry_result').on(table.plantId, table.result, table.no).where(sql`result is not null`),
    index('logbook_entry_corrects').on(table.plantId, table.corrects).where(sql`corrects is not null`),
    index('logbook_entry_about').on(table.plantId, table.about).where(sql`about is not null`),
    uniqueIndex('logbook_entry_once').on(table.plantId, table.once),
  ],
)

/** Where the chain of a plant ends. Who adds to it holds the row until COMMIT. */
export const logbookHeadTable = pgTable(
  'logbook_head',
  {
    plantId: uuid()
      .primaryKey()
      .references(() => plantTable.id),
    /** The number of the last entry, and how many there are: after a restore numbers are left out. */
    no: integer().notNull().default(0),
    entries: integer().notNull().default(0),
    hash: text().notNull(),
    sealedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('logbook_head_sealed').on(table.sealedAt)],
)

/** The names behind the references of entries. They are no part of the chain, so that a person can be erased. */
export const logbookPersonTable = pgTable(
  'logbook_person',
  {
    ref: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** Null for who has no account. */
    userId: uuid(),
    /** Null once the person is erased. */
    name: text(),
  },
  (table) => [
    index('logbook_person_name').on(table.plantId, table.name),
    index('logbook_person_user').on(table.userId).where(sql`user_id is not null`),
  ],
)

/** The keys with which exports are signed. One is in use; those before are kept, so that what they signed can still be checked. */
export const logbookKeyTable = pgTable(
  'logbook_key',
  {
    id: text().primaryKey(),
    /** Raw Ed25519 public key, base64url. */
    publicKey: text().notNull(),
    /** The private key, closed with the server's secret. */
    closedKey: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    until: timestamp({ withTimezone: true }),
  },
  () => [uniqueIndex('logbook_key_in_use').on(sql`(true)`).where(sql`until is null`)],
)

/** Time stamps of an authority over heads of chains, each asked for once: docs/operations/time-stamps.md */
export const logbookTimeStampTable = pgTable(
  'logbook_time_stamp',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** The seal that was stamped. */
    head: text().notNull(),
    /** Base64 of the DER TimeStampToken. */
    token: text().notNull(),
    authority: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.head] })],
)
