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

/** Of a calendar what is neither its mode nor found by SQL. */
const calendar = z.object({
  weekdays: z.array(z.int()),
  time: sceneTime,
  period: scenePeriod.nullable(),
  skipHolidays: z.boolean(),
})

/** Levels for aggregations under one name, and what makes them be set. */
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
    /** When the platform looks at it again by its calendar; null where nothing can come of that. */
    dueAt: timestamp({ withTimezone: true }),
    /** Whether it runs then, or its next run lies beyond what is worked out ahead. */
    dueIsRun: boolean().notNull().default(false),
    /** Clock, place and country of the plant that this was worked out for. */
    dueFor: text(),
  },
  (table) => [
    uniqueIndex('scene_name').on(table.plantId, sql`lower(${table.name})`),
    index('scene_due').on(table.dueAt).where(sql`due_at is not null`),
    index('scene_input').on(table.inputUnitId, table.input).where(sql`input_unit_id is not null`),
  ],
)

export type SceneRow = typeof sceneTable.$inferSelect

/** What a scene does with each of its aggregations; null leaves it as it is. */
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

/** Runs of scenes, under the names that scenes and persons had then. */
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
    /** Unit and number of the input that made it run. */
    inputUnit: text(),
    input: integer(),
    leftOut: integer().notNull().default(0),
    /** Changes of the input that it answers for, its own first, by the numbers of their records; null of a run that a unit made. */
    counted: text().array(),
    result: text({ enum: runResults }).notNull(),
  },
  (table) => [
    index('scene_run_plant').on(table.plantId, table.at),
    index('scene_run_scene').on(table.sceneId, table.at),
    index('scene_run_input').on(table.sceneId, table.at).where(sql`cause = 'input' and counted is not null`),
    // A run by the calendar is made once, whichever node makes it.
    uniqueIndex('scene_run_due').on(table.sceneId, table.at).where(sql`cause = 'calendar'`),
  ],
)

/** The names of scenes that were removed: units that are away may still run them, and tell of it when they are back. */
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

/** What became of a run in each unit. */
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

/** Where names of persons are kept as they were then. */
export const sceneNames: PersonNameColumn[] = [{ name: sceneRunTable.byName, of: sceneRunTable.by }]
