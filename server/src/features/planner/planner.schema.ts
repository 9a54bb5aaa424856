import { testPeriods } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { planSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { moveReasons, planConflict, planners, testGroups } from '@vigilux/contract/features/planner/test-plan.ts'
import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Plan settings of a plant; without a row the defaults apply. */
export const planSettingsTable = pgTable('plan_settings', {
  plantId: uuid()
    .primaryKey()
    .references(() => plantTable.id),
  settings: parsedJson(planSettings)().notNull(),
  version: integer().notNull(),
})

/** A unit's own schedule: its next test, and its period. */
const unitDate = z.strictObject({ next: z.iso.datetime(), period: z.enum(testPeriods) })

/** A plant's year of tests, proposed or accepted. */
export const testPlanTable = pgTable(
  'test_plan',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    state: text({ enum: ['draft', 'accepted', 'ended'] }).notNull(),
    settings: parsedJson(planSettings)().notNull(),
    fromDay: date().notNull(),
    untilDay: date().notNull(),
    /** Fingerprint of the facts behind the plan, to detect changes. */
    fingerprint: text().notNull(),
    conflicts: parsedJson(z.array(planConflict))().notNull(),
    proposedBy: uuid().notNull(),
    proposedByName: text().notNull(),
    proposedAt: timestamp({ withTimezone: true }).notNull(),
    acceptedBy: uuid(),
    acceptedByName: text(),
    acceptedAt: timestamp({ withTimezone: true }),
    /** When to check next whether the plan still holds. */
    checkAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('test_plan_draft').on(table.plantId).where(sql`state = 'draft'`),
    uniqueIndex('test_plan_accepted').on(table.plantId).where(sql`state = 'accepted'`),
    index('test_plan_check').on(table.checkAt).where(sql`state = 'accepted'`),
  ],
)

export const plannedTestTable = pgTable(
  'planned_test',
  {
    /** For a platform-started test, the scheduled test has the same id. */
    id: uuid().primaryKey(),
    planId: uuid()
      .notNull()
      .references(() => testPlanTable.id, { onDelete: 'cascade' }),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    kind: text({ enum: testKinds }).notNull(),
    planner: text({ enum: planners }).notNull(),
    group: text({ enum: testGroups }),
    /** Positions of the lamps. */
    lamps: integer().array().notNull(),
    startsAt: timestamp({ withTimezone: true }).notNull(),
    day: date().notNull(),
    minutes: integer().notNull(),
    state: text({ enum: ['planned', 'begun', 'done', 'notExecuted'] }).notNull(),
    reason: text(),
    movedFrom: timestamp({ withTimezone: true }),
    movedBecause: text({ enum: moveReasons }),
  },
  (table) => [
    index('planned_test_plan').on(table.planId, table.startsAt),
    index('planned_test_due').on(table.startsAt).where(sql`state in ('planned', 'begun')`),
    index('planned_test_unit').on(table.centralUnitId),
  ],
)

/** The dates a unit should have while a plan is accepted, and whether it reports them. */
export const planUnitTable = pgTable(
  'plan_unit',
  {
    planId: uuid()
      .notNull()
      .references(() => testPlanTable.id, { onDelete: 'cascade' }),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    functional: parsedJson(unitDate)().notNull(),
    autonomy: parsedJson(unitDate)().notNull(),
    /** When the dates were last sent to the unit. */
    requestedAt: timestamp({ withTimezone: true }),
    /** When the unit first reported both dates; later changes by people stay. */
    acceptedAt: timestamp({ withTimezone: true }),
    /** When the unit is checked next. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.centralUnitId] }),
    index('plan_unit_due').on(table.dueAt).where(sql`accepted_at is null`),
    index('plan_unit_unit').on(table.centralUnitId),
  ],
)

/** Columns with names of persons as they were at the time. */
export const plannerNames: PersonNameColumn[] = [
  { name: testPlanTable.proposedByName, of: testPlanTable.proposedBy },
  { name: testPlanTable.acceptedByName, of: testPlanTable.acceptedBy },
]
