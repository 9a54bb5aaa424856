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

/** A member's choice for a kind; without a row the kind is sent. */
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

/** When a member wants notices of a plant; without a row at once. Minutes of the plant's clock. */
export const noticeTimingTable = pgTable(
  'notice_timing',
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
    /** The first of its causes: nobody gets two notices about one cause. */
    causeId: uuid().notNull(),
    /** All causes of the notice. */
    causeIds: uuid().array().notNull(),
    /** When its receiver acknowledged it. */
    acknowledgedAt: timestamp({ withTimezone: true }),
    /** Until when its receiver has snoozed it. */
    snoozedUntil: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('notice_of_cause').on(table.causeId, table.userId),
    index('notice_receiver').on(table.plantId, table.userId, table.at),
    index('notice_at').on(table.at),
    index('notice_open').on(table.userId, table.at).where(sql`acknowledged_at is null`),
  ],
)

/** One notice on one channel to its receiver. One transaction marks a due delivery and writes the outbox row. */
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
    /** When the delivery is due. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** Sent together with all other due deliveries of the plant and person. */
    gathered: boolean().notNull(),
    /** Sent at once, whatever rhythm or quiet hours its receiver chose. */
    urgent: boolean().notNull().default(false),
    /** Its step in an escalation, from 1; 0 for a notice to every member. */
    step: integer().notNull().default(0),
    steps: integer().notNull().default(0),
    /** Its mail, or the batch id of its pushes. */
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

/** Until when each kind of poll has covered time: one row per kind, locked by one node at a time. */
export const noticeRoundTable = pgTable('notice_round', {
  name: text().primaryKey(),
  until: timestamp({ withTimezone: true }).notNull(),
})
