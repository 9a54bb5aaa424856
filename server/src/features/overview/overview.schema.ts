import type { Attention, ConditionCounts } from '@vigilux/contract/features/plants/plant.ts'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../plants/plants.schema.ts'

/** The figures of a plant, kept so that lists cost what they show and not what exists. Always derived, never the source. */
export const plantFiguresTable = pgTable(
  'plant_figures',
  {
    plantId: uuid()
      .primaryKey()
      .references(() => plantTable.id),
    /** Place of the condition in the order of severity, 0 the worst. */
    severity: integer().notNull(),
    condition: text().notNull(),
    result: text().notNull(),
    units: integer().notNull(),
    connected: integer().notNull(),
    lamps: integer().notNull(),
    counts: jsonb().$type<ConditionCounts>().notNull(),
    attention: jsonb().$type<Attention[]>().notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('plant_figures_severity').on(table.severity)],
)

/**
 * Plants whose figures are out of date. Triggers on the tables that figures follow from add rows (see the migration
 * `figures-due`), in the transaction of the change, so that nobody can forget it and a crash loses none of it. A plant
 * may stand here several times: adding never waits for anybody.
 */
export const plantFiguresDueTable = pgTable('plant_figures_due', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  plantId: uuid().notNull(),
})
