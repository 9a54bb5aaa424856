import { inhibitionEnds, inhibitionStates } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** What people asked of units: to stay dark until a moment, and why. Whether a unit is inhibited it says itself. */
export const inhibitionTable = pgTable(
  'inhibition',
  {
    id: uuid().primaryKey(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    state: text({ enum: inhibitionStates }).notNull(),
    reason: text().notNull(),
    askedBy: uuid(),
    askedByName: text(),
    askedAt: timestamp({ withTimezone: true }).notNull(),
    /** By the server's clock. */
    endsAt: timestamp({ withTimezone: true }).notNull(),
    /** The command that carries it, or last carried it. */
    commandId: uuid().notNull(),
    /** Who has asked for its end before its time. */
    endAskedBy: uuid(),
    endAskedByName: text(),
    endAskedAt: timestamp({ withTimezone: true }),
    endedAt: timestamp({ withTimezone: true }),
    because: text({ enum: inhibitionEnds }),
    /** Since when it is known to last longer than it was to. */
    overdueAt: timestamp({ withTimezone: true }),
    /** When members were to be told of that. */
    toldAt: timestamp({ withTimezone: true }),
    /** Since when the unit, which has started again, knows nothing of it any more; null where it does. */
    lapsedAt: timestamp({ withTimezone: true }),
    /** When the time that was left was last asked for again. */
    askedAgainAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('inhibition_unit').on(table.centralUnitId, table.askedAt),
    index('inhibition_plant').on(table.plantId, table.askedAt),
    // One counts at a time: what is asked for later takes the place of what was before as soon as the unit has taken it.
    uniqueIndex('inhibition_in_force').on(table.centralUnitId).where(sql`state = 'inhibited'`),
    index('inhibition_ending').on(table.endsAt).where(sql`state = 'inhibited' and overdue_at is null`),
    index('inhibition_untold').on(table.endsAt).where(sql`state = 'inhibited' and told_at is null`),
    index('inhibition_lapsed').on(table.centralUnitId).where(sql`state = 'inhibited' and lapsed_at is not null`),
    index('inhibition_command').on(table.commandId),
  ],
)

export const remotePanelNames: PersonNameColumn[] = [
  { name: inhibitionTable.askedByName, of: inhibitionTable.askedBy },
  { name: inhibitionTable.endAskedByName, of: inhibitionTable.endAskedBy },
]
