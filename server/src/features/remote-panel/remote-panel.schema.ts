import { inhibitionEnds, inhibitionStates } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Requested inhibitions of units, with end and reason. The unit itself reports whether it is inhibited. */
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
    requestedBy: uuid(),
    requestedByName: text(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
    /** By the server's clock. */
    endsAt: timestamp({ withTimezone: true }).notNull(),
    /** The newest command for this request. */
    commandId: uuid().notNull(),
    /** The person who requested its end ahead of time. */
    endRequestedBy: uuid(),
    endRequestedByName: text(),
    endRequestedAt: timestamp({ withTimezone: true }),
    endedAt: timestamp({ withTimezone: true }),
    endReason: text({ enum: inhibitionEnds }),
    /** Since when the inhibition is known to exceed its end. */
    overdueAt: timestamp({ withTimezone: true }),
    /** When members were due to be notified of the overdue inhibition. */
    notifiedAt: timestamp({ withTimezone: true }),
    /** Since when the restarted unit has lost the inhibition; null while it has not. */
    lapsedAt: timestamp({ withTimezone: true }),
    /** When the remaining time was last sent again. */
    repeatedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('inhibition_unit').on(table.centralUnitId, table.requestedAt),
    index('inhibition_plant').on(table.plantId, table.requestedAt),
    // One request at a time is in force: a newer one replaces it once the unit has accepted it.
    uniqueIndex('inhibition_in_force').on(table.centralUnitId).where(sql`state = 'inhibited'`),
    index('inhibition_ending').on(table.endsAt).where(sql`state = 'inhibited' and overdue_at is null`),
    index('inhibition_unnotified').on(table.endsAt).where(sql`state = 'inhibited' and notified_at is null`),
    index('inhibition_lapsed').on(table.centralUnitId).where(sql`state = 'inhibited' and lapsed_at is not null`),
    index('inhibition_command').on(table.commandId),
  ],
)

export const remotePanelNames: PersonNameColumn[] = [
  { name: inhibitionTable.requestedByName, of: inhibitionTable.requestedBy },
  { name: inhibitionTable.endRequestedByName, of: inhibitionTable.endRequestedBy },
]
