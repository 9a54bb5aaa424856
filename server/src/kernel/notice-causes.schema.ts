import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

/** What lasts until it is over, and is open meanwhile. */
export const lastingCauseTypes = [
  'mainsFailure',
  'fault',
  'unitFault',
  'testFailed',
  'silent',
  'inhibited',
  'functionalOverdue',
  'autonomyOverdue',
  'proEnds',
  'noOwner',
] as const

/** What happened in such a cause; of what does not last, it is told that it did. */
export const noticeCauseTypes = [
  ...lastingCauseTypes,
  'mainsBack',
  'restored',
  'invitationAccepted',
  'invitationDeclined',
  'invitationExpired',
] as const

/**
 * What members are to be told of: a row in the transaction in which it happens, and one however often that is said. It waits until
 * `gatheredAt`, when it becomes part of a notice to each member who wants it. No foreign keys: it is written while units are.
 */
export const noticeCauseTable = pgTable(
  'notice_cause',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid().notNull(),
    kind: text({ enum: noticeKinds }).notNull(),
    what: text({ enum: noticeCauseTypes }).notNull(),
    /** Names what happened among all of the plant. */
    once: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    centralUnitId: uuid(),
    addr: integer(),
    /** Faults of a lamp or of a unit, as codes. */
    faults: text().array().notNull().default([]),
    /** Lamps that failed, or days that are left. */
    count: integer(),
    /** The moment that it is about: the date of a test, the end of Pro. */
    aboutAt: timestamp({ withTimezone: true }),
    /** The test or the invitation that it is about. */
    aboutId: uuid(),
    gatheredAt: timestamp({ withTimezone: true }),
    /** When it was over; what does not last has none. */
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    unique('notice_cause_once').on(table.plantId, table.once),
    index('notice_cause_waiting').on(table.plantId, table.kind, table.at).where(sql`gathered_at is null`),
    index('notice_cause_open').on(table.centralUnitId, table.addr).where(sql`ended_at is null`),
    index('notice_cause_lasting').on(table.what).where(sql`ended_at is null`),
    index('notice_cause_at').on(table.at),
  ],
)
