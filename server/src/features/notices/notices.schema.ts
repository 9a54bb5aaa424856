import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from '../../tables/plants.schema.ts'

/** What a member chose of a kind; where there is no row, it is sent. */
export const noticeChoiceTable = pgTable(
  'notice_choice',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid().notNull(),
    kind: text({ enum: noticeKinds }).notNull(),
    mail: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.userId, table.kind] })],
)

/** One notice to one receiver, handed to the outbox of mails in the transaction that writes it. */
export const noticeTable = pgTable(
  'notice',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid().notNull(),
    kind: text({ enum: noticeKinds }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The first of the causes that it tells of: nobody is told of one twice. */
    causeId: uuid().notNull(),
    /** All causes that it tells of. */
    causeIds: uuid().array().notNull(),
  },
  (table) => [
    uniqueIndex('notice_of_cause').on(table.causeId, table.userId),
    index('notice_receiver').on(table.plantId, table.userId, table.at),
    index('notice_at').on(table.at),
  ],
)

/** Up to when it was looked for what time alone brings: one row, which one node at a time holds. */
export const noticeRoundTable = pgTable('notice_round', {
  name: text().primaryKey(),
  until: timestamp({ withTimezone: true }).notNull(),
})
