import { inhibitionEnds, inhibitionStates } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Inhibitions that people requested of units, with their end and reason. The unit itself reports whether it is inhibited. */
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
    /** The newest command for this request. */
    commandId: uuid().notNull(),
    /** The person who requested its end ahead of time. */
    endAskedBy: uuid(),
    endAskedByName: text(),
    endAskedAt: timestamp({ withTimezone: true }),
    endedAt: timestamp({ withTimezone: true }),
    endReason: text({ enum: inhibitionEnds }),
    /** Since when the inhibition is known to exceed its end. */
    overdueAt: timestamp({ withTimezone: true }),
    /** When members were due to be notified of that. */
    toldAt: timestamp({ withTimezone: true }),
    /** Since when the restarted unit has lost the inhibition; null while it has not. */
    lapsedAt: timestamp({ withTimezone: true }),
    /** When the remaining time was last requested again. */
    askedAgainAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('inhibition_unit').on(table.centralUnitId, table.askedAt),
    index('inhibition_plant').on(table.plantId, table.askedAt),
    // One request at a time is in force: a newer one replaces it once the unit has taken it.
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
