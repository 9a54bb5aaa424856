import { escalatingKinds } from '@vigilux/contract/features/notices/escalation.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../../tables/plants.schema.ts'

/** A plant's escalation list; without a row nobody is on it. */
export const escalationTable = pgTable('escalation', {
  plantId: uuid()
    .primaryKey()
    .references(() => plantTable.id),
  on: boolean().notNull(),
  afterMinutes: integer().notNull(),
  kinds: text({ enum: escalatingKinds }).array().notNull(),
  /** In escalation order. May include people who have left the plant. */
  userIds: uuid().array().notNull(),
  version: integer().notNull().default(1),
})

/** An escalation of causes gathered together. It ends when nobody is left to notify or no cause needs it. */
export const escalationRunTable = pgTable(
  'escalation_run',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    kind: text({ enum: escalatingKinds }).notNull(),
    /** The first of its causes, as in the notices about them. */
    causeId: uuid().notNull().unique(),
    causeIds: uuid().array().notNull(),
    /** When the first of its causes happened. */
    since: timestamp({ withTimezone: true }).notNull(),
    /** When the next step is checked. */
    nextAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('escalation_run_due').on(table.nextAt).where(sql`ended_at is null`),
    index('escalation_run_plant').on(table.plantId),
    index('escalation_run_since').on(table.since),
  ],
)

/** The people an escalation has notified; nobody twice. */
export const escalationStepTable = pgTable(
  'escalation_step',
  {
    runId: uuid()
      .notNull()
      .references(() => escalationRunTable.id, { onDelete: 'cascade' }),
    step: integer().notNull(),
    userId: uuid().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.step] }),
    unique('escalation_step_person').on(table.runId, table.userId),
  ],
)
