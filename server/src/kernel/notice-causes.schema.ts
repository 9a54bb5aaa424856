import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

/** What happened in such a cause. */
export const noticeWhats = ['fault', 'testFailed', 'silent', 'restored', 'inhibited', 'proEnds'] as const

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
    what: text({ enum: noticeWhats }).notNull(),
    /** Names what happened among all of the plant. */
    once: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    centralUnitId: uuid(),
    addr: integer(),
    /** Faults of a lamp, as codes. */
    faults: text().array().notNull().default([]),
    /** Lamps that failed, or days that are left. */
    count: integer(),
    gatheredAt: timestamp({ withTimezone: true }),
    /** Of a unit that fell silent: when it was heard again. */
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    unique('notice_cause_once').on(table.plantId, table.once),
    index('notice_cause_waiting').on(table.plantId, table.kind, table.at).where(sql`gathered_at is null`),
    index('notice_cause_silent').on(table.centralUnitId).where(sql`what = 'silent' and ended_at is null`),
    index('notice_cause_at').on(table.at),
  ],
)
