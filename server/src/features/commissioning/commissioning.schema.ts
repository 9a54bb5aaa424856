import { walkLampStates } from '@vigilux/contract/features/commissioning/walk.ts'
import { skipReasons } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { floorPlanTable } from '../floor-plans/floor-plans.schema.ts'

/** Commissioning walks along lamps. */
export const walkTable = pgTable(
  'walk',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** The unit of the lamps; null if they were chosen. */
    centralUnitId: uuid().references(() => centralUnitTable.id),
    /** The floor plan of the places; a walk is deleted with its plan. */
    planId: uuid().references(() => floorPlanTable.id, { onDelete: 'cascade' }),
    startedBy: text().notNull(),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('walk_of_unit').on(table.centralUnitId).where(sql`ended_at is null`),
    uniqueIndex('walk_of_plan').on(table.planId).where(sql`plan_id is not null and ended_at is null`),
    index('walk_ended').on(table.endedAt),
  ],
)

/** A lamp of a walk, bound to the serial like its notes, with its outcome and the person at it. */
export const walkLampTable = pgTable(
  'walk_lamp',
  {
    walkId: uuid()
      .notNull()
      .references(() => walkTable.id, { onDelete: 'cascade' }),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    serial: text().notNull(),
    /** Position in the order of the walk. */
    position: integer().notNull(),
    state: text({ enum: walkLampStates }).notNull().default('open'),
    reason: text({ enum: skipReasons }),
    putOff: integer().notNull().default(0),
    byName: text(),
    at: timestamp({ withTimezone: true }),
    /** Id under which its place was last saved. */
    savedUnder: uuid(),
    takenBy: uuid(),
    takenByName: text(),
    takenUntil: timestamp({ withTimezone: true }),
    blinksUntil: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.walkId, table.centralUnitId, table.serial] }),
    // A person is at one lamp per walk at most, and a lamp has one person at most, over all walks.
    uniqueIndex('walk_lamp_of_person').on(table.walkId, table.takenBy).where(sql`taken_by is not null`),
    uniqueIndex('walk_lamp_taken').on(table.centralUnitId, table.serial).where(sql`taken_by is not null`),
  ],
)

/** Columns with names of persons as they were at the time. */
export const commissioningNames: PersonNameColumn[] = [
  { name: walkTable.startedBy, plants: walkTable.plantId },
  {
    name: walkLampTable.byName,
    plants: (ids) =>
      sql`${walkLampTable.walkId} in (select ${walkTable.id} from ${walkTable} where ${walkTable.plantId} = ${ids})`,
  },
  { name: walkLampTable.takenByName, of: walkLampTable.takenBy },
]
