import { unitScene } from '@vigilux/device-plane/unit-scene.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'

const list = z.object({ version: z.int(), until: z.string(), scenes: z.array(unitScene) })
/** Scenes that a unit runs by itself, with their runs up to a moment. */
export type UnitList = z.infer<typeof list>

/** The scenes that a unit is to run by itself, those that it has said that it has, and what it says now. */
export const unitListTable = pgTable(
  'unit_scene_list',
  {
    centralUnitId: uuid()
      .primaryKey()
      .references(() => centralUnitTable.id),
    wanted: parsedJson(list)().notNull(),
    /** The last list that the unit has taken. */
    taken: parsedJson(list)(),
    /** The version that the unit told last; null where it has none. */
    toldVersion: integer(),
    /** When the unit was asked to take it the last time. */
    askedAt: timestamp({ withTimezone: true }),
    /** When runs are to be added at its end. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** Up to when it is kept which runs of the taken list ought to have been; null where it was never told to have one. */
    expectedUntil: timestamp({ withTimezone: true }),
    /** When it is looked at again for such runs; null where none is ahead. */
    expectAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('unit_scene_list_due').on(table.dueAt),
    index('unit_scene_list_expect').on(table.expectAt).where(sql`expect_at is not null`),
  ],
)

/**
 * Plants whose scene lists must be recomputed. Triggers mark them in the transaction of the change.
 * @public SQL alone reads this table. drizzle-kit compares its definition with the migrations.
 */
export const unitListsDueTable = pgTable('unit_lists_due', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  plantId: uuid().notNull(),
})
