import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import { enrolmentOutcomes, networkStates } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { ConditionCounts } from '@vigilux/contract/features/plants/plant.ts'
import type { ReportedShadow } from '@vigilux/device-plane/central-unit-type.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../kernel/json-columns.schema.ts'
import { plantTable } from './plants.schema.ts'

/** How a unit is connected, whoever's it is. A row appears when a genuine unit first connects. */
export const unitLinkTable = pgTable(
  'unit_link',
  {
    /** `logica_0A1B2C` */
    unit: text().primaryKey(),
    online: boolean().notNull(),
    /** The will of this very connection was read. */
    closed: boolean().notNull().default(false),
    /** The life of the unit that connected last; empty until one that names its life did. */
    life: text().notNull().default(''),
    connection: bigint({ mode: 'number' }).notNull().default(0),
    boot: bigint({ mode: 'number' }).notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    lastSeen: timestamp({ withTimezone: true }).notNull(),
    /** Seconds that its clock was ahead when last read, within the bounds of `clock-readings.ts`. */
    clockDriftS: integer(),
    /** When it last sent what cannot be read or stored, where it does so repeatedly; null once it has behaved. */
    protocolFaultAt: timestamp({ withTimezone: true }),
    /** When it last tried topics of an older protocol; null where it never did. */
    olderProtocolAt: timestamp({ withTimezone: true }),
    /** How often its credentials were renewed; 0 for those that it was made with. */
    credentialGeneration: integer().notNull().default(0),
    /** Since when they are worth nothing, as the operator says; null where they stand. */
    credentialsRevokedAt: timestamp({ withTimezone: true }),
    /** The operator changed them, and nobody has been told yet. */
    credentialsChanged: boolean().notNull().default(false),
  },
  (table) => [
    index('unit_link_credentials')
      .on(table.unit)
      .where(sql`credential_generation > 0 or credentials_revoked_at is not null or credentials_changed`),
    index('unit_link_silent').on(table.lastSeen).where(sql`online`),
    index('unit_link_away').on(table.lastSeen).where(sql`not online`),
    index('unit_link_away_since').on(table.since).where(sql`not online`),
    index('unit_link_protocol_fault').on(table.protocolFaultAt).where(sql`protocol_fault_at is not null`),
  ],
)

/** A unit as a plant's. The same serial may wait in several plants; only one can have acquired it. */
export const centralUnitTable = pgTable(
  'central_unit',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    unit: text().notNull(),
    cuType: text().notNull(),
    cuId: text().notNull(),
    acquired: boolean().notNull().default(false),
    /** The life that this row is of: what the unit sends under another is not this plant's. Null until one is known. */
    life: text(),
    /** Another life that the same serial was last seen to live, and since when; null where there is none to ask about. */
    strangerLife: text(),
    strangerSince: timestamp({ withTimezone: true }),
    /** A life that people decided to leave out. */
    refusedLife: text(),
    description: text().notNull().default(''),
    /** Of the texts that people write: description and location. */
    version: integer().notNull().default(1),
    location: text().notNull().default(''),
    addedAt: timestamp({ withTimezone: true }).notNull(),
    /** A removed unit keeps its history. */
    removedAt: timestamp({ withTimezone: true }),
    /** It was enrolled when its plant was deleted, and is to be again if that is restored. */
    releasedEnrolled: boolean().notNull().default(false),
    /** Parsed as it came in, and replaced by the next. */
    shadow: trustedJson<ReportedShadow>(),
    /** What it last told of itself beyond its shadow, parsed as it came in; null until it did. */
    detail: trustedJson<UnitDetail>(),
    /** The unit whose place this one is to take; its configuration is written into it once it is acquired. */
    replaces: uuid(),
    shadowAt: timestamp({ withTimezone: true }),
    shadowBoot: bigint({ mode: 'number' }).notNull().default(-1),
    shadowSeq: bigint({ mode: 'number' }).notNull().default(-1),
    stateBoot: bigint({ mode: 'number' }).notNull().default(-1),
    stateSeq: bigint({ mode: 'number' }).notNull().default(-1),
    onBattery: boolean().notNull().default(false),
    errors: text().array().$type<UnitError[]>().notNull().default([]),
    warnings: text().array().$type<UnitWarning[]>().notNull().default([]),
    networkState: text({ enum: networkStates }).notNull().default('none'),
    networkCode: integer(),
    networkFound: integer().notNull().default(0),
    networkExpected: integer(),
    /** Lamps by the condition they reported, kept with the lamps so that lists need not count; ours, and soon replaced. */
    counts: trustedJson<LampTotals>()
      .notNull()
      .default({ conditions: {}, types: {}, errors: {}, inhibited: 0, total: 0 }),
  },
  (table) => [
    uniqueIndex('central_unit_in_plant').on(table.plantId, table.unit).where(sql`removed_at is null`),
    uniqueIndex('central_unit_acquired').on(table.unit).where(sql`acquired and removed_at is null`),
    // A life is lived in one plant: who enrols a unit that another plant let go waits until its memory began anew.
    uniqueIndex('central_unit_life').on(table.unit, table.life).where(sql`life is not null`),
  ],
)

export type LampTotals = {
  conditions: Partial<ConditionCounts>
  types: Record<string, number>
  /** Lamps by fault. */
  errors: Record<string, number>
  /** Lamps that are inhibited, also beside a fault. */
  inhibited: number
  total: number
}

export const enrolmentTable = pgTable(
  'enrolment',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    unit: text().notNull(),
    commandId: uuid().notNull(),
    outcome: text({ enum: enrolmentOutcomes }),
    unitReached: boolean().notNull().default(false),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('enrolment_of_unit').on(table.plantId, table.unit, table.startedAt),
    uniqueIndex('enrolment_open').on(table.plantId, table.unit).where(sql`outcome is null`),
  ],
)

export type CentralUnitRow = typeof centralUnitTable.$inferSelect
