import { baseline } from '@vigilux/contract/features/energy/baseline.ts'
import { tariffs } from '@vigilux/contract/features/energy/tariff.ts'
import type { MeteredLamp } from '@vigilux/device-plane/envelope.wire.ts'
import { bigint, date, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '../../kernel/bytes-column.schema.ts'
import { parsedJson, trustedJson } from '../../kernel/json-columns.schema.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

const unit = () =>
  uuid()
    .notNull()
    .references(() => centralUnitTable.id)

/** Moments that a unit told of in one message, and what it read. */
export type ReportedReadings = { first: number; count: number; lamps: MeteredLamp[] }

/**
 * Telemetry as it came, until it is booked; adding a row is all that a message costs while all units tell at once.
 * @public SQL alone reads this table. drizzle-kit compares its definition with the migrations.
 */
export const energyWaitingTable = pgTable(
  'energy_waiting',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    centralUnitId: unit(),
    /** Parsed as it came in, and gone within seconds. */
    told: trustedJson<ReportedReadings>().notNull(),
  },
  (table) => [index('energy_waiting_unit').on(table.centralUnitId)],
)

/** What the counters of a unit's lamps showed in a day of UTC, packed (`packed-columns.ts`): the truth from which sums are made. */
export const energyReadingsTable = pgTable(
  'energy_readings',
  { centralUnitId: unit(), day: date({ mode: 'string' }).notNull(), lamps: bytea().notNull() },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.day] }), index('energy_readings_day').on(table.day)],
)

export const sumLevels = ['day', 'month', 'year'] as const
/** A day is told by its hours, a month by its days and a year by its months, all of the plant's zone. */
export type SumLevel = (typeof sumLevels)[number]

/** Sums of all lamps of a unit, by the parts of the period. */
export type UnitTotals = Record<'energy' | 'onS' | 'known' | 'resets' | 'jumps', number[]>

/** What lamps used, summed up by the calendar of their plant: always derived from the readings while these are kept. */
export const energySumsTable = pgTable(
  'energy_sums',
  {
    centralUnitId: unit(),
    level: text({ enum: sumLevels }).notNull(),
    /** The first day of the period. */
    start: date({ mode: 'string' }).notNull(),
    /** By lamp and part of the period, packed. */
    lamps: bytea().notNull(),
    /** Written beside the lamps and read by whoever asks for the plant; soon replaced. */
    totals: trustedJson<UnitTotals>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.centralUnitId, table.level, table.start] }),
    index('energy_sums_start').on(table.start),
  ],
)

/** What is known of the metering of a unit now. */
export const energyUnitTable = pgTable('energy_unit', {
  centralUnitId: unit().primaryKey(),
  /** The zone by which its sums were made. */
  timezone: text().notNull(),
  /** The newest moment that it told of, in quarters of an hour since 1970; null before the first that is believed. */
  latest: bigint({ mode: 'number' }),
  /** By lamp: address, rated power, first and newest moment, power of the newest quarter; packed. */
  lamps: bytea().notNull(),
})

/** Moments that units told of and that are booked nowhere: their clocks were wrong. */
export const energyAsideTable = pgTable('energy_aside', {
  centralUnitId: unit().primaryKey(),
  moments: integer().notNull(),
  lastAt: timestamp({ withTimezone: true }).notNull(),
})

/** What savings and costs of a plant are reckoned by; both fields are kept under one version. */
export const energySettingsTable = pgTable('energy_settings', {
  plantId: uuid()
    .primaryKey()
    .references(() => plantTable.id),
  baseline: parsedJson(baseline)(),
  tariffs: parsedJson(tariffs)().notNull(),
  version: integer().notNull().default(1),
})
