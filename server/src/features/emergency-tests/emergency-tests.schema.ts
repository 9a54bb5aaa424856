import { heldReasons } from '@vigilux/contract/features/emergency-tests/held-test.ts'
import {
  testKinds,
  testReasons,
  testResults,
  testRunStates,
  testTriggers,
} from '@vigilux/contract/features/emergency-tests/test-run.ts'
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
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

export const testRunTable = pgTable(
  'test_run',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    unit: text().notNull(),
    /** The life of the unit in which the test runs; null until known. */
    life: text(),
    kind: text({ enum: testKinds }).notNull(),
    trigger: text({ enum: testTriggers }).notNull(),
    state: text({ enum: testRunStates }).notNull(),
    reason: text(),
    requestedBy: text(),
    requestedByName: text(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
    startedAt: timestamp({ withTimezone: true }),
    /** Number of the start record: a unit runs one test at a time, so the next start ends it. */
    startBoot: bigint({ mode: 'number' }),
    startSeq: bigint({ mode: 'number' }),
    endedAt: timestamp({ withTimezone: true }),
    /** When its end was received, while records with lower numbers are missing: see {@link ./ingest-tests.ts}. */
    endHeardAt: timestamp({ withTimezone: true }),
    /** Positions to test. */
    lamps: integer().array().notNull(),
    /** Longest rated duration in minutes among the lamps of an autonomy test. */
    ratedMin: integer(),
    commandId: uuid(),
    /** A wrong clock reported its start or end: the times are those of receipt and prove nothing. */
    clockWrong: boolean().notNull().default(false),
  },
  (table) => [
    // With all columns read by counts of tests, so they need no row.
    index('test_run_plant').on(
      table.plantId,
      table.requestedAt,
      table.startedAt,
      table.kind,
      table.state,
      table.centralUnitId,
      table.id,
    ),
    index('test_run_ended_in_plant').on(table.plantId, table.endedAt).where(sql`ended_at is not null`),
    index('test_run_start').on(table.centralUnitId, table.startBoot, table.startSeq),
    index('test_run_under_way').on(table.plantId).where(sql`state in ('requested', 'running')`),
    index('test_run_under_way_on_unit').on(table.centralUnitId).where(sql`state in ('requested', 'running')`),
    index('test_run_end_heard').on(table.centralUnitId).where(sql`end_heard_at is not null`),
    index('test_run_ended').on(table.centralUnitId, table.endedAt).where(sql`state in ('finished', 'stopped')`),
    uniqueIndex('test_run_open')
      .on(table.centralUnitId)
      .where(sql`trigger = 'user' and state in ('requested', 'running')`),
  ],
)

/** A test started automatically by the platform. */
export const heldTestTable = pgTable(
  'held_test',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    unit: text().notNull(),
    kind: text({ enum: testKinds }).notNull(),
    /** Positions; empty for every emergency lamp of the unit. */
    lamps: integer().array().notNull(),
    state: text({ enum: ['waiting', 'over', 'cancelled'] }).notNull(),
    /** Null if it waits for the batteries. */
    startsAt: timestamp({ withTimezone: true }),
    chargedAt: timestamp({ withTimezone: true }),
    reason: text({ enum: heldReasons }),
    /** When to check it next. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** The resulting test. */
    testId: uuid(),
    /** The test proves a repair. */
    reTest: boolean().notNull().default(false),
    /** When a battery was fitted: charging starts then at the earliest. Null without a new battery. */
    chargesFrom: timestamp({ withTimezone: true }),
    requestedBy: text().notNull(),
    requestedByName: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('held_test_due').on(table.dueAt).where(sql`state = 'waiting'`),
    index('held_test_plant').on(table.plantId).where(sql`state = 'waiting'`),
    index('held_test_unit').on(table.centralUnitId),
    index('held_test_re_test').on(table.centralUnitId, table.kind).where(sql`re_test and state = 'waiting'`),
  ],
)

/** One lamp's result. Name and place are copied, so the report never changes. */
export const testResultTable = pgTable(
  'test_result',
  {
    testId: uuid()
      .notNull()
      .references(() => testRunTable.id),
    lamp: integer().notNull(),
    serial: text().notNull(),
    description: text().notNull(),
    location: text().notNull(),
    result: text({ enum: testResults }).notNull(),
    reason: text({ enum: testReasons }),
    measuredS: integer(),
    /** Number of its record; null if no record came by the end of the test. */
    boot: bigint({ mode: 'number' }),
    seq: bigint({ mode: 'number' }),
    ratedMin: integer(),
    at: timestamp({ withTimezone: true }).notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
    /** The unit's clock was wrong: `at` is the time of receipt and proves nothing. */
    clockWrong: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.testId, table.lamp] }),
    index('test_result_serial').on(table.serial, table.at),
    // For tallies, which then need no row.
    index('test_result_tally').on(table.testId, table.result),
    index('test_result_failed').on(table.testId).where(sql`result = 'failed'`),
  ],
)

/** Columns with names of persons as they were at the time. */
export const testNames: PersonNameColumn[] = [
  { name: testRunTable.requestedByName, of: testRunTable.requestedBy },
  { name: heldTestTable.requestedByName, of: heldTestTable.requestedBy },
]
