import { entryKinds, entryResults, personKinds } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import type { ReportedRecord } from '@vigilux/device-plane/central-unit-type.ts'
import { type SQL, sql } from 'drizzle-orm'
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
 * Every raw record of an enrolled unit, append-only: the source of the logbook. The key makes a repeated record one
 * record.
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
    /** The raw body, parsed by kind on use. */
    body: trustedJson<unknown>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
    /**
     * The unit's clock was wrong: `at` is the time of receipt or one without a zone read as UTC, `reportedAt` the
     * unit's own text.
     */
    clockWrong: boolean().notNull().default(false),
    reportedAt: text(),
    /** The plant in whose time the record was made, and its unit. */
    plantId: uuid().references(() => plantTable.id),
    centralUnitId: uuid().references(() => centralUnitTable.id),
    /** The test of the record. */
    testId: uuid(),
    /**
     * The event for lists of recent events, parsed on arrival; null for records of tests, which are separate events.
     */
    event: trustedJson<PlantRecordEvent>(),
  },
  (table) => [
    primaryKey({ columns: [table.unit, table.life, table.boot, table.seq] }),
    index('unit_record_plant').on(table.plantId, table.at),
    index('unit_record_event').on(table.plantId, table.at).where(sql`event is not null`),
    index('unit_record_test').on(table.centralUnitId, table.testId).where(sql`test_id is not null`),
  ],
)

const kindsOfPeople = sql.raw([...personKinds, 'signature'].map((kind) => `'${kind}'`).join(', '))

/** SQL condition for kinds written by people. Of millions of entries these are few. */
export const isOfPeopleIn = (kind: SQL): SQL => sql`${kind} in (${kindsOfPeople})`

/**
 * The logbook: one row per entry, numbered from 1 in each plant and sealed by a hash over itself and the previous one.
 * Only entries of the kind `restored` omit numbers. Append-only, enforced by a trigger; form of the hash:
 * docs/protocol/logbook-export.md
 */
export const logbookEntryTable = pgTable(
  'logbook_entry',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    kind: text({ enum: entryKinds }).notNull(),
    /** Time of the event. */
    at: timestamp({ withTimezone: true }).notNull(),
    centralUnitId: uuid().references(() => centralUnitTable.id),
    /** Topic of the unit, which stays after the unit was removed. */
    unit: text(),
    lamp: integer(),
    lampSerial: text(),
    testId: uuid(),
    /** As sealed; parsed by kind on use. */
    facts: trustedJson<unknown>().notNull(),
    clockWrong: boolean().notNull().default(false),
    /** Idempotency key of the recorded event; null for entries of people. */
    once: text(),
    result: text({ enum: entryResults }),
    no: integer().notNull(),
    id: uuid().notNull().unique(),
    /** Time of recording. */
    recordedAt: timestamp({ withTimezone: true }).notNull(),
    /** The number of the corrected entry. */
    corrects: integer(),
    /** The number of the referenced entry. */
    about: integer(),
    /** Reference of the author or responsible person; null for units and the platform. */
    by: uuid(),
    text: text().notNull().default(''),
    hash: text().notNull(),
    /** Lower-case search text, without names of persons. */
    search: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.plantId, table.no] }),
    index('logbook_entry_at').on(table.plantId, table.at),
    index('logbook_entry_unit').on(table.plantId, table.unit, table.no),
    index('logbook_entry_kind').on(table.plantId, table.kind, table.no),
    index('logbook_entry_of_people').on(table.kind, table.plantId, table.at, table.no).where(isOfPeopleIn(sql`kind`)),
    index('logbook_entry_result').on(table.plantId, table.result, table.no).where(sql`result is not null`),
    index('logbook_entry_corrects').on(table.plantId, table.corrects).where(sql`corrects is not null`),
    index('logbook_entry_about').on(table.plantId, table.about).where(sql`about is not null`),
    uniqueIndex('logbook_entry_once').on(table.plantId, table.once),
  ],
)

/** The head of a plant's chain. Adding entries locks the row until COMMIT. */
export const logbookHeadTable = pgTable(
  'logbook_head',
  {
    plantId: uuid()
      .primaryKey()
      .references(() => plantTable.id),
    /** Number of the last entry, and number of entries: a restore omits numbers. */
    no: integer().notNull().default(0),
    entries: integer().notNull().default(0),
    hash: text().notNull(),
    sealedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('logbook_head_sealed').on(table.sealedAt)],
)

/** Names for the references of persons in entries. Not part of the chain, so a person can be erased. */
export const logbookPersonTable = pgTable(
  'logbook_person',
  {
    ref: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** Null without an account. */
    userId: uuid(),
    /** Null once the person is erased. */
    name: text(),
  },
  (table) => [
    index('logbook_person_name').on(table.plantId, table.name),
    index('logbook_person_user').on(table.userId).where(sql`user_id is not null`),
  ],
)

/** The signing keys of exports. One is in use; earlier ones are retained to verify their signatures. */
export const logbookKeyTable = pgTable(
  'logbook_key',
  {
    id: text().primaryKey(),
    /** Raw Ed25519 public key, base64url. */
    publicKey: text().notNull(),
    /** The private key, encrypted with the server's secret. */
    closedKey: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    until: timestamp({ withTimezone: true }),
  },
  () => [uniqueIndex('logbook_key_in_use').on(sql`(true)`).where(sql`until is null`)],
)

/** Time stamps of an authority over heads of chains, each requested once: docs/operations/time-stamps.md */
export const logbookTimeStampTable = pgTable(
  'logbook_time_stamp',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** The stamped seal. */
    head: text().notNull(),
    /** Base64 of the DER TimeStampToken. */
    token: text().notNull(),
    authority: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.head] })],
)

/** The installation that sealed the first entries of an imported logbook. */
export const logbookOriginTable = pgTable('logbook_origin', {
  plantId: uuid()
    .primaryKey()
    .references(() => plantTable.id),
  /** Number and seal of its last sealed entry. */
  upTo: integer().notNull(),
  head: text().notNull(),
  /** Its public address. */
  installation: text().notNull(),
  /** The export's signing key, as in `logbook_key`. */
  keyId: text().notNull(),
  publicKey: text().notNull(),
  exportedAt: timestamp({ withTimezone: true }).notNull(),
  importedAt: timestamp({ withTimezone: true }).notNull(),
})
