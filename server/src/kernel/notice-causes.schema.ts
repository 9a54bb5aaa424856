import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

/** Lasting causes: open until they end. */
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

/** All causes of notices; all but lasting ones are reported once. */
export const noticeCauseTypes = [
  ...lastingCauseTypes,
  'mainsBack',
  'restored',
  'invitationAccepted',
  'invitationDeclined',
  'invitationExpired',
] as const

/**
 * Causes of notices to members: one row per cause, written in the transaction in which it occurs, however often it is
 * reported. It waits until `gatheredAt`, when it becomes part of a notice to each member who wants it. No foreign keys:
 * it is written while units are.
 */
export const noticeCauseTable = pgTable(
  'notice_cause',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid().notNull(),
    kind: text({ enum: noticeKinds }).notNull(),
    what: text({ enum: noticeCauseTypes }).notNull(),
    /** Idempotency key of the cause within its plant. */
    once: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    centralUnitId: uuid(),
    addr: integer(),
    /** Faults of a lamp or of a unit, as codes. */
    faults: text().array().notNull().default([]),
    /** Number of failed lamps, or of days left. */
    count: integer(),
    /** The moment concerned: the date of a test, the end of Pro. */
    aboutAt: timestamp({ withTimezone: true }),
    /** The test or the invitation concerned. */
    aboutId: uuid(),
    gatheredAt: timestamp({ withTimezone: true }),
    /** When the cause ended; null for all but lasting causes. */
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
