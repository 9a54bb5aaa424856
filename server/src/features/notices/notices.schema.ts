import {
  deliveryStates,
  noticeChannels,
  noticeKinds,
  noticeRhythms,
} from '@vigilux/contract/features/notices/notice.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** What a member chose of a kind; where there is no row, it is sent. */
export const noticeChoiceTable = pgTable(
  'notice_choice',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    kind: text({ enum: noticeKinds }).notNull(),
    mail: boolean().notNull().default(true),
    push: boolean().notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.userId, table.kind] })],
)

/** When a member wants to be told about a plant; where there is no row, at once. Minutes of the plant's clock. */
export const noticeWishTable = pgTable(
  'notice_wish',
  {
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    rhythm: text({ enum: noticeRhythms }).notNull().default('each'),
    quietFrom: text(),
    quietUntil: text(),
  },
  (table) => [primaryKey({ columns: [table.plantId, table.userId] })],
)

/** One notice to one receiver. */
export const noticeTable = pgTable(
  'notice',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    userId: uuid()
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    kind: text({ enum: noticeKinds }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The first of the causes that it tells of: nobody is told of one twice. */
    causeId: uuid().notNull(),
    /** All causes that it tells of. */
    causeIds: uuid().array().notNull(),
    /** When its receiver said that they know. */
    acknowledgedAt: timestamp({ withTimezone: true }),
    /** Until when its receiver has put it off. */
    snoozedUntil: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('notice_of_cause').on(table.causeId, table.userId),
    index('notice_receiver').on(table.plantId, table.userId, table.at),
    index('notice_at').on(table.at),
    index('notice_open').on(table.userId, table.at).where(sql`acknowledged_at is null`),
  ],
)

/** One notice on one way to its receiver. What is due is handed over by a transaction that also writes what it hands over. */
export const noticeDeliveryTable = pgTable(
  'notice_delivery',
  {
    id: uuid().primaryKey().defaultRandom(),
    noticeId: uuid()
      .notNull()
      .references(() => noticeTable.id, { onDelete: 'cascade' }),
    channel: text({ enum: noticeChannels }).notNull(),
    state: text({ enum: deliveryStates }).notNull(),
    stateAt: timestamp({ withTimezone: true }).notNull(),
    /** When it is to be handed over. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** It goes with all others of the plant and person that are due. */
    gathered: boolean().notNull(),
    /** It waits for no hour, whatever its receiver wishes. */
    urgent: boolean().notNull().default(false),
    /** Its step in an escalation, of so many; 0 where it goes to every member. */
    step: integer().notNull().default(0),
    steps: integer().notNull().default(0),
    /** The mail that it became part of, or what its pushes have in common. */
    mailId: uuid(),
    tries: integer().notNull().default(0),
    answer: text(),
  },
  (table) => [
    uniqueIndex('notice_delivery_once').on(table.noticeId, table.channel, table.step),
    index('notice_delivery_due').on(table.dueAt).where(sql`state = 'waiting'`),
    index('notice_delivery_handed').on(table.mailId).where(sql`state = 'handed'`),
  ],
)

/** Up to when it was looked for what time alone brings: a row by kind of look, which one node at a time holds. */
export const noticeRoundTable = pgTable('notice_round', {
  name: text().primaryKey(),
  until: timestamp({ withTimezone: true }).notNull(),
})
