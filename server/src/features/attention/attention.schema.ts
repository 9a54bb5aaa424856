import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

const cause = {
  plantId: uuid()
    .notNull()
    .references(() => plantTable.id, { onDelete: 'cascade' }),
  cu: text().notNull(),
  code: text().notNull(),
  userId: uuid()
    .notNull()
    .references(() => userTable.id, { onDelete: 'cascade' }),
}

/** The person assigned to an open cause; exists while the cause and the membership do: `attention.triggers.sql`. */
export const attentionAssignmentTable = pgTable(
  'attention_assignment',
  { ...cause, at: timestamp({ withTimezone: true }).notNull() },
  (table) => [
    primaryKey({ columns: [table.plantId, table.cu, table.code] }),
    index('attention_assignment_user').on(table.userId),
  ],
)

/** A cause snoozed by a person, with its severity at the time. It ends like an assignment. */
export const attentionSnoozeTable = pgTable(
  'attention_snooze',
  {
    ...cause,
    until: timestamp({ withTimezone: true }).notNull(),
    reason: text().notNull(),
    count: integer().notNull(),
    condition: text({ enum: conditions }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.plantId, table.cu, table.code, table.userId] }),
    index('attention_snooze_user').on(table.userId),
  ],
)
