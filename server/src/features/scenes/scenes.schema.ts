import { sceneModes, scenePeriod, sceneTime } from '@vigilux/contract/features/scenes/scene.ts'
import { runCauses, runResults } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { aggregationTable } from '../aggregations/aggregations.schema.ts'

/** Calendar settings other than its mode and the columns for SQL searches. */
const calendar = z.object({
  weekdays: z.array(z.int()),
  time: sceneTime,
  period: scenePeriod.nullable(),
  skipHolidays: z.boolean(),
})

/** Levels for aggregations under one name, and their trigger. */
export const sceneTable = pgTable(
  'scene',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    name: text().notNull(),
    enabled: boolean().notNull(),
    ramp: boolean().notNull(),
    mode: text({ enum: sceneModes }).notNull(),
    inputUnitId: uuid().references(() => centralUnitTable.id),
    input: integer(),
    calendar: parsedJson(calendar)(),
    savedAt: timestamp({ withTimezone: true }).notNull(),
    version: integer().notNull().default(1),
    /** When the platform checks the calendar next; null when no run is possible. */
    dueAt: timestamp({ withTimezone: true }),
    /** Whether it runs then, or the search continues from there. */
    dueIsRun: boolean().notNull().default(false),
    /** The plant's zone, position and country for which `dueAt` was computed. */
    dueFor: text(),
  },
  (table) => [
    uniqueIndex('scene_name').on(table.plantId, sql`lower(${table.name})`),
    index('scene_due').on(table.dueAt).where(sql`due_at is not null`),
    index('scene_input').on(table.inputUnitId, table.input).where(sql`input_unit_id is not null`),
  ],
)

export type SceneRow = typeof sceneTable.$inferSelect

/** The level of a scene for each of its aggregations; null leaves it unchanged. */
export const sceneLevelTable = pgTable(
  'scene_level',
  {
    sceneId: uuid()
      .notNull()
      .references(() => sceneTable.id, { onDelete: 'cascade' }),
    aggregationId: uuid()
      .notNull()
      .references(() => aggregationTable.id, { onDelete: 'cascade' }),
    level: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.sceneId, table.aggregationId] }),
    index('scene_level_aggregation').on(table.aggregationId),
  ],
)

/** Runs of scenes, under the names of scenes and persons at the time. */
export const sceneRunTable = pgTable(
  'scene_run',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    sceneId: uuid().references(() => sceneTable.id, { onDelete: 'set null' }),
    name: text().notNull(),
    cause: text({ enum: runCauses }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    by: uuid(),
    byName: text(),
    /** Unit and number of the starting input. */
    inputUnit: text(),
    input: integer(),
    leftOut: integer().notNull().default(0),
    /** Input changes covered by this run, its own first, by record number; null for a unit's own run. */
    counted: text().array(),
    result: text({ enum: runResults }).notNull(),
  },
  (table) => [
    index('scene_run_plant').on(table.plantId, table.at),
    index('scene_run_scene').on(table.sceneId, table.at),
    index('scene_run_input').on(table.sceneId, table.at).where(sql`cause = 'input' and counted is not null`),
    // A calendar run exists once, whichever node makes it.
    uniqueIndex('scene_run_due').on(table.sceneId, table.at).where(sql`cause = 'calendar'`),
  ],
)

/** Names of removed scenes, because offline units may still run them and report later. */
export const removedSceneTable = pgTable(
  'removed_scene',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    name: text().notNull(),
    removedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('removed_scene_plant').on(table.plantId), index('removed_scene_at').on(table.removedAt)],
)

/** A run's result in each unit. */
export const sceneRunUnitTable = pgTable(
  'scene_run_unit',
  {
    runId: uuid()
      .notNull()
      .references(() => sceneRunTable.id, { onDelete: 'cascade' }),
    unit: text().notNull(),
    commandId: uuid(),
    result: text({ enum: runResults }).notNull(),
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.unit] }),
    index('scene_run_command').on(table.commandId).where(sql`command_id is not null`),
  ],
)

/** Columns with names of persons as they were at the time. */
export const sceneNames: PersonNameColumn[] = [{ name: sceneRunTable.byName, of: sceneRunTable.by }]
