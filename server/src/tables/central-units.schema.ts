import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import { enrolmentOutcomes, networkStates } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { ConditionCounts } from '@vigilux/contract/features/plants/plant.ts'
import type { ReportedShadow } from '@vigilux/device-plane/central-unit-type.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { trustedJson } from '../kernel/json-columns.schema.ts'
import { plantTable } from './plants.schema.ts'

/** Connection of a unit, independent of its plant. The row is created when a genuine unit first connects. */
export const unitLinkTable = pgTable(
  'unit_link',
  {
    /** `logica_0A1B2C` */
    unit: text().primaryKey(),
    online: boolean().notNull(),
    /** The will of this connection was received. */
    closed: boolean().notNull().default(false),
    /** Life of the last connected unit; empty until a connection names its life. */
    life: text().notNull().default(''),
    connection: bigint({ mode: 'number' }).notNull().default(0),
    boot: bigint({ mode: 'number' }).notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    lastSeen: timestamp({ withTimezone: true }).notNull(),
    /** Seconds by which the unit's clock was last ahead, within the bounds of `clock-readings.ts`. */
    clockDriftS: integer(),
    /** Last unreadable or unstorable message of a unit with a protocol fault; null once the unit has behaved. */
    protocolFaultAt: timestamp({ withTimezone: true }),
    /** Last use of an older protocol's topics; null if never. */
    olderProtocolAt: timestamp({ withTimezone: true }),
    /** How often the credentials were renewed; 0 for the original ones. */
    credentialGeneration: integer().notNull().default(0),
    /** When the operator revoked the credentials; null while they are valid. */
    credentialsRevokedAt: timestamp({ withTimezone: true }),
    /** The operator changed the credentials, and nobody was notified yet. */
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

/** A unit in a plant. The same serial may wait in several plants; only one can have enrolled it. */
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
    /** The enrolled life: messages of another life are not this plant's. Null until the first one is known. */
    life: text(),
    /** Another life last reported under the same serial number, and since when; null without one to decide on. */
    unknownLife: text(),
    unknownLifeSince: timestamp({ withTimezone: true }),
    /** A life ignored on request. */
    refusedLife: text(),
    description: text().notNull().default(''),
    /** Version of the texts written by people: description and location. */
    version: integer().notNull().default(1),
    location: text().notNull().default(''),
    addedAt: timestamp({ withTimezone: true }).notNull(),
    /** A removed unit retains its history. */
    removedAt: timestamp({ withTimezone: true }),
    /** The unit was enrolled when its plant was deleted, and is re-enrolled if the plant is restored. */
    releasedEnrolled: boolean().notNull().default(false),
    /** Parsed on arrival, and replaced by the next. */
    shadow: trustedJson<ReportedShadow>(),
    /** Last reported detail, parsed on arrival; null before the first. */
    detail: trustedJson<UnitDetail>(),
    /** The replaced unit; its configuration is written into this one after enrolment. */
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
    /** Lamps by reported condition, updated by the server with the lamps, so lists need not count. */
    counts: trustedJson<LampTotals>()
      .notNull()
      .default({ conditions: {}, types: {}, errors: {}, inhibited: 0, total: 0 }),
  },
  (table) => [
    uniqueIndex('central_unit_in_plant').on(table.plantId, table.unit).where(sql`removed_at is null`),
    uniqueIndex('central_unit_acquired').on(table.unit).where(sql`acquired and removed_at is null`),
    // A life belongs to one plant: after another plant released the unit, enrolling it requires a new life.
    uniqueIndex('central_unit_life').on(table.unit, table.life).where(sql`life is not null`),
  ],
)

export type LampTotals = {
  conditions: Partial<ConditionCounts>
  types: Record<string, number>
  /** Lamps by fault. */
  errors: Record<string, number>
  /** Inhibited lamps, including those with a fault. */
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
