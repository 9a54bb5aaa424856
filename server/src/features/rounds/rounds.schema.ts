import { faultProofs } from '@vigilux/contract/features/rounds/fault-proof.rules.ts'
import { roundItemStates } from '@vigilux/contract/features/rounds/round.ts'
import { notNowReasons, workKinds } from '@vigilux/contract/features/rounds/work.ts'
import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PersonNameColumn } from '../../kernel/pseudonymize-person.store.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Rounds on which faults are seen to. */
export const roundTable = pgTable(
  'round',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    title: text().notNull(),
    plannedFor: date({ mode: 'string' }),
    assignee: uuid(),
    assigneeName: text(),
    createdBy: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    endedBy: text(),
    endedAt: timestamp({ withTimezone: true }),
    minutes: integer(),
    /** Hundredths of the plant's currency. */
    cents: integer(),
  },
  (table) => [index('round_plant').on(table.plantId, table.createdAt)],
)

/**
 * A fault that was taken into a round, from then until it is proven to be mended. Of a lamp it is bound to the serial, as what people
 * write of it is.
 */
export const roundItemTable = pgTable(
  'round_item',
  {
    id: uuid().primaryKey().defaultRandom(),
    plantId: uuid()
      .notNull()
      .references(() => plantTable.id),
    /** Null where it was taken out of its round. */
    roundId: uuid().references(() => roundTable.id),
    centralUnitId: uuid()
      .notNull()
      .references(() => centralUnitTable.id),
    /** Empty of a fault of the unit itself. */
    serial: text().notNull(),
    /** Where the lamp was when it was taken into the round. */
    addr: integer(),
    error: text().notNull(),
    proof: text({ enum: faultProofs }).notNull(),
    state: text({ enum: roundItemStates }).notNull().default('open'),
    addedAt: timestamp({ withTimezone: true }).notNull(),
    notNow: text({ enum: notNowReasons }),
    notNowBy: text(),
    notNowAt: timestamp({ withTimezone: true }),
    work: text({ enum: workKinds }),
    /** When it was done, and when that was said. */
    workAt: timestamp({ withTimezone: true }),
    saidAt: timestamp({ withTimezone: true }),
    workBy: uuid(),
    workByName: text(),
    workNote: text().notNull().default(''),
    photos: uuid().array().notNull().default([]),
    /** Under which it was said last, also where it was taken back. */
    workKey: uuid(),
    /** The logbook has it, and the test that proves it is held. */
    isKept: boolean().notNull().default(false),
    /** The test that is to prove what was done. */
    heldTestId: uuid(),
    failedTestId: uuid(),
    closedAt: timestamp({ withTimezone: true }),
    closedBy: text({ enum: ['test', 'report'] }),
    closedTestId: uuid(),
    /** When it is to be looked at next; what units say of it is looked at at once. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    // A fault is seen to in one place: two rounds that take it at once, and one of them has it.
    uniqueIndex('round_item_live')
      .on(table.centralUnitId, table.serial, table.error)
      .where(sql`state in ('open', 'done', 'left')`),
    index('round_item_round').on(table.roundId),
    index('round_item_plant').on(table.plantId).where(sql`state in ('open', 'done', 'left')`),
    index('round_item_due')
      .on(table.dueAt)
      .where(sql`state in ('open', 'done', 'left') or (work is not null and not is_kept)`),
  ],
)

/** Where names of persons are kept as they were then. */
export const roundNames: PersonNameColumn[] = [
  { name: roundTable.assigneeName, of: roundTable.assignee },
  { name: roundTable.createdBy, plants: roundTable.plantId },
  { name: roundTable.endedBy, plants: roundTable.plantId },
  { name: roundItemTable.notNowBy, plants: roundItemTable.plantId },
  { name: roundItemTable.workByName, of: roundItemTable.workBy },
]
