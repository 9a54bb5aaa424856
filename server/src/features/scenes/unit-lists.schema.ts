import { unitScene } from '@vigilux/device-plane/commands.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { parsedJson } from '../../kernel/json-columns.schema.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'

const list = z.object({ version: z.int(), until: z.string(), scenes: z.array(unitScene) })
/** Scenes run by a unit itself, with their runs up to a moment. */
export type UnitList = z.infer<typeof list>

/** The desired, confirmed and reported scene list of a unit. */
export const unitListTable = pgTable(
  'unit_scene_list',
  {
    centralUnitId: uuid()
      .primaryKey()
      .references(() => centralUnitTable.id),
    target: parsedJson(list)().notNull(),
    /** The last list accepted by the unit. */
    accepted: parsedJson(list)(),
    /** The last version reported by the unit; null when it has none. */
    reportedVersion: integer(),
    /** When the unit was last asked to accept it. */
    requestedAt: timestamp({ withTimezone: true }),
    /** When the list must be extended. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** Until when the expected runs of the accepted list are recorded; null when the unit never reported a list. */
    expectedUntil: timestamp({ withTimezone: true }),
    /** When expected runs are checked next; null when none is ahead. */
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
