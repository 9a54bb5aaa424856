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

/** Consecutive reading times in one message of a unit, with the values. */
export type ReportedReadings = { first: number; count: number; lamps: MeteredLamp[] }

/**
 * Telemetry as received, until it is booked; a message costs only this row while all units report at once.
 * @public SQL alone reads this table. drizzle-kit compares its definition with the migrations.
 */
export const energyWaitingTable = pgTable(
  'energy_waiting',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    centralUnitId: unit(),
    /** Parsed on arrival, and deleted within seconds. */
    readings: trustedJson<ReportedReadings>().notNull(),
  },
  (table) => [index('energy_waiting_unit').on(table.centralUnitId)],
)

/** Counters of a unit's lamps in a UTC day, packed (`packed-columns.ts`): the source of all sums. */
export const energyReadingsTable = pgTable(
  'energy_readings',
  { centralUnitId: unit(), day: date({ mode: 'string' }).notNull(), lamps: bytea().notNull() },
  (table) => [primaryKey({ columns: [table.centralUnitId, table.day] }), index('energy_readings_day').on(table.day)],
)

export const sumLevels = ['day', 'month', 'year'] as const
/** A day consists of hours, a month of days and a year of months, in the plant's zone. */
export type SumLevel = (typeof sumLevels)[number]

/** Sums of all lamps of a unit, by the parts of the period. */
export type UnitTotals = Record<'energy' | 'onS' | 'known' | 'resets' | 'jumps', number[]>

/**
 * Energy of lamps, summed by the calendar of their plant: always derived from the readings while these are retained.
 */
export const energySumsTable = pgTable(
  'energy_sums',
  {
    centralUnitId: unit(),
    level: text({ enum: sumLevels }).notNull(),
    /** The first day of the period. */
    start: date({ mode: 'string' }).notNull(),
    /** By lamp and part of the period, packed. */
    lamps: bytea().notNull(),
    /** Totals of the lamps, for queries about the whole plant; soon replaced. */
    totals: trustedJson<UnitTotals>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.centralUnitId, table.level, table.start] }),
    index('energy_sums_start').on(table.start),
  ],
)

/** Present metering state of a unit. */
export const energyUnitTable = pgTable('energy_unit', {
  centralUnitId: unit().primaryKey(),
  /** The zone of its sums. */
  timezone: text().notNull(),
  /** Its newest reading time, in quarters of an hour since 1970; null before the first credible one. */
  latest: bigint({ mode: 'number' }),
  /** By lamp: address, rated power, first and newest reading time, power of the newest quarter; packed. */
  lamps: bytea().notNull(),
})

/** Numbers of readings left unbooked because of a wrong unit clock. */
export const energyAsideTable = pgTable('energy_aside', {
  centralUnitId: unit().primaryKey(),
  moments: integer().notNull(),
  lastAt: timestamp({ withTimezone: true }).notNull(),
})

/** Settings for savings and costs of a plant; both fields share one version. */
export const energySettingsTable = pgTable('energy_settings', {
  plantId: uuid()
    .primaryKey()
    .references(() => plantTable.id),
  baseline: parsedJson(baseline)(),
  tariffs: parsedJson(tariffs)().notNull(),
  version: integer().notNull().default(1),
})
